// Read files of test vectors: `go run reader.go randomize.json` prints one a line.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)
type Object = map[string]any

// ReadVectors returns vectors whose "request" can be sent with an "id"; numbers are as they are written.
func ReadVectors(text []byte) (found []Object, err error) {
	defer func() {
		if flaw := recover(); flaw != nil { // something is of another type
			err = fmt.Errorf("%v", flaw)
		}
	}()
	var file struct {
		NumberOfTests int
		Groups        []Object
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err = decoder.Decode(&file)
	for _, group := range file.Groups {
		for _, each := range group["vectors"].([]any) {
			request := each.(Object)["request"].(Object)
			for _, name := range []string{"op", "mechanism", "formula", "family"} {
				if value, ok := group[name]; ok {
					request[name] = value
				}
			}
			found = append(found, each.(Object))
		}
	}
	if err == nil && (len(found) == 0 || len(found) != file.NumberOfTests) {
		err = fmt.Errorf("%d vectors, not %d", len(found), file.NumberOfTests)
	}
	return found, err
}

func main() {
	var found []Object
	for _, path := range os.Args[1:] {
		text, err := os.ReadFile(path)
		if err == nil {
			found, err = ReadVectors(text)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: not a complete file of test vectors: %v\n", path, err)
			os.Exit(2)
		}
		for _, each := range found {
			request, _ := json.Marshal(each["request"])
			vector, _ := json.Marshal(each)
			fmt.Printf("%s\t%s\n", request, vector)
		}
	}
}
