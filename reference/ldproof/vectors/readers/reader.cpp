// Read files of test vectors: `c++ -std=c++17 reader.cpp`, `./a.out randomize.json` prints one a line.
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct Value {                 // a part of a JSON text, which has to outlive it
    std::string_view raw;      // as it is written, with the quotes and the escapes of a text
    std::vector<Value> items;  // of a list; of an object its names and values in turn
    const Value* get(std::string_view name) const {  // a member of an object, or nothing
        for (size_t i = 0; i < items.size(); i += 2)
            if (items[i].raw.substr(1, items[i].raw.size() - 2) == name) return &items[i + 1];
        return nullptr;
    }
};

Value parse(std::string_view in, size_t& at) {
    size_t start = at = in.find_first_not_of(" \n\r\t,:", at);
    Value found;
    char kind = in.at(at++);
    if (kind == '"') {
        while (in.at(at++) != '"') at += in[at - 1] == '\\';
    } else if (kind == '[' || kind == '{') {
        while ((at = in.find_first_not_of(" \n\r\t,:", at), in.at(at) != ']' && in[at] != '}'))
            found.items.push_back(parse(in, at));
        ++at;
    } else {
        at = in.find_first_of(",]} \n\r\t", at);
    }
    found.raw = in.substr(start, at - start);
    return found;
}

// Each vector with its request as it is to be sent, but for its "id"; throws if some are missing.
std::vector<std::pair<std::string, Value>> read_vectors(std::string_view text) {
    size_t at = 0;
    const Value file = parse(text, at);
    std::vector<std::pair<std::string, Value>> found;
    for (auto& group : file.get("groups")->items)
        for (auto& vector : group.get("vectors")->items) {
            std::string request = "{";
            for (std::string name : {"op", "mechanism", "formula", "family"})
                if (auto it = group.get(name)) request.append('"' + name + "\":").append(it->raw).append(",");
            found.emplace_back(request.append(vector.get("request")->raw.substr(1)), vector);
        }
    if (file.get("numberOfTests")->raw != std::to_string(found.size())) throw std::length_error("too few");
    return found;
}

int main(int, char** paths) {
    while (*++paths) {
        std::ifstream file(*paths);
        const std::string text(std::istreambuf_iterator<char>(file), {});
        for (auto& [request, vector] : read_vectors(text)) std::cout << request << "\t" << vector.raw << "\n";
    }
}
