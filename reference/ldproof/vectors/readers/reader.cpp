// Read files of test vectors: `c++ -std=c++17 reader.cpp`, `./a.out randomize.json` prints one a line.
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <vector>

struct Value {                 // a part of a JSON text, which has to outlive it
    std::string_view raw;      // as it is written, with the quotes and the escapes of a text
    std::vector<Value> items;  // of a list; of an object its names and values in turn
    // A member of an object, or nothing; with a sign it throws, unless there is a member that begins so.
    const Value* get(std::string_view name, char sign = 0) const {
        for (size_t i = 0; i + 1 < items.size(); i += 2)
            if (auto [key, value] = std::pair(items[i].raw, &items[i + 1]);
                key.substr(1, key.size() - 2) == name && (!sign || value->raw[0] == sign)) return value;
        return sign ? throw std::runtime_error("no " + std::string(name)) : nullptr;
    }
};

Value parse(std::string_view in, size_t& at, int depth = 0) {
    size_t start = at = in.find_first_not_of(" \n\r\t,:", at);
    if (start >= in.size() || depth > 900) throw std::runtime_error("no whole JSON text");
    Value found;
    char kind = in[at++];
    if (kind == '"') {
        while (in.at(at++) != '"') at += in[at - 1] == '\\';
    } else if (kind == '[' || kind == '{') {
        for (; at = in.find_first_not_of(" \n\r\t,:", at), in.at(at) != ']' && in[at] != '}';)
            found.items.push_back(parse(in, at, depth + 1));
        ++at;
    } else at = in.find_first_of(",]} \n\r\t", at);
    found.raw = in.substr(start, at - start);
    return found;
}

// Each vector with its request as it is to be sent, but for its "id"; throws if some are missing, or all.
std::vector<std::pair<std::string, Value>> read_vectors(std::string_view text) {
    size_t at = 0;
    const Value file = parse(text, at), *number = file.get("numberOfTests");
    std::vector<std::pair<std::string, Value>> found;
    for (auto& group : file.get("groups", '[')->items) for (auto& vector : group.get("vectors", '[')->items) {
        std::string request = "{";
        for (std::string name : {"op", "mechanism", "formula", "family"})
            if (auto it = group.get(name)) request.append('"' + name + "\":").append(it->raw).append(",");
        found.emplace_back(request.append(vector.get("request", '{')->raw.substr(1)), vector);
    }
    const std::string count = std::to_string(found.size());
    if (found.empty() || !number || number->raw != count) throw std::runtime_error(count + " vectors");
    return found;
}

int main(int, char** paths) {
    while (*++paths) try {
        const std::string text(std::istreambuf_iterator<char>(std::ifstream(*paths).rdbuf()), {});
        for (auto& [request, vector] : read_vectors(text)) std::cout << request << "\t" << vector.raw << "\n";
    } catch (const std::exception& flaw) {
        return std::cerr << *paths << ": not a complete file of test vectors: " << flaw.what() << "\n", 2;
    }
}
