"""Plans: which mechanism to deploy, with which parameters, and how wrong it will be."""
