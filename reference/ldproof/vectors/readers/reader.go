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
func ReadVectors(text []byte) ([]Object, error) {
	var file struct {
		NumberOfTests int
		Groups        []Object
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&file); err != nil {
		return nil, err
	}
	var found []Object
	for _, group := range file.Groups {
		for _, each := range group["vectors"].([]any) {
			vector := each.(Object)
			for _, name := range []string{"op", "mechanism", "formula", "family"} {
				if value, ok := group[name]; ok {
					vector["request"].(Object)[name] = value
				}
			}
			found = append(found, vector)
		}
	}
	if len(found) != file.NumberOfTests {
		return nil, fmt.Errorf("%d vectors, not %d", len(found), file.NumberOfTests)
	}
	return found, nil
}

func main() {
	for _, path := range os.Args[1:] {
		text, err := os.ReadFile(path)
		if err == nil {
			var found []Object
			found, err = ReadVectors(text)
			for _, each := range found {
				request, _ := json.Marshal(each["request"])
				vector, _ := json.Marshal(each)
				fmt.Printf("%s\t%s\n", request, vector)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, path, err)
			os.Exit(1)
		}
	}
}
