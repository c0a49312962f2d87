"""The sketch without noise: never too little, and hardly ever far too much."""
