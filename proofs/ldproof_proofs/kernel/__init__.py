"""The proof kernel: claims, certificates, the rules that find them and the replay that believes only algebra."""
