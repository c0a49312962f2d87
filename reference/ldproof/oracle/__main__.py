"""`python -m ldproof.oracle`: the process that answers; whoever started it sees to it that it ends in time."""

import resource

from ldproof.oracle.operations import answer_request
from ldproof.programs.serving import answer_stdin

MEMORY = 4 << 30
"""How many bytes of memory may be addressed; a request that needs more ends the process, and nothing else."""

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    answer_stdin(answer_request)
