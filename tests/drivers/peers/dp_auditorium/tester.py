"""DP-Auditorium's testers on its own faulty means, one request a line; it imports nothing of ldproof.

A request is {"epsilon", "noisy", "tester", "samples", "seed"}; the answer is {"found", "seconds"}: whether the privacy of
the mean is refuted with so many samples of each data set, of one record and of two, and the processor seconds it took.
"""

import contextlib
import json
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

np, tf = import_module("numpy"), import_module("tensorflow")

# The packages themselves would import generators and mechanisms whose dependencies no tester uses.
for name in ("dp_auditorium", "dp_auditorium.mechanisms", "dp_auditorium.testers"):
    sys.modules[name] = ModuleType(name)
    sys.modules[name].__path__ = [str(Path(sys.argv[1], "python/dp_auditorium", *name.split(".")))]

testers = {
    each: import_module(f"dp_auditorium.testers.{each}_tester") for each in ("histogram", "hockey_stick")
}
mean, runner = (
    import_module("dp_auditorium.mechanisms.mean"),
    import_module("dp_auditorium.privacy_test_runner"),
)
configs = {
    each: import_module(f"dp_auditorium.configs.{each}")
    for each in (
        "mechanism_config",
        "privacy_property",
        "privacy_test_runner_config",
        "property_tester_config",
    )
}

ALPHA = 0.05
SIZE = 10
"""Of a histogram: with more bins, its error bound is larger."""


def tester_of(name: str, claim: Any, scale: float) -> Any:
    """Return a tester with the settings of DP-Auditorium's example; the histogram is as wide as the noise."""
    if name == "histogram":
        config = configs["property_tester_config"].HistogramPropertyTesterConfig(
            test_discrete_mechanism=False,
            histogram_size=SIZE,
            min_value=-4 * scale,
            max_value=4 * scale,
            approximate_dp=claim,
        )
        return testers["histogram"].HistogramTester(config)
    config = configs["property_tester_config"].HockeyStickPropertyTesterConfig(
        training_config=testers["hockey_stick"].make_default_hs_training_config(), approximate_dp=claim
    )
    return testers["hockey_stick"].HockeyStickPropertyTester(
        config, testers["hockey_stick"].make_default_hs_base_model()
    )


def refutes(request: Mapping[str, Any]) -> bool:
    """Return whether the privacy of a mean is refuted."""
    epsilon, noisy = request["epsilon"], request["noisy"]
    tf.random.set_seed(request["seed"])
    mechanism = mean.MeanMechanism(
        configs["mechanism_config"].MeanMechanismConfig(
            epsilon=epsilon,
            delta=0.0,
            use_noised_counts_for_calculating_mean=False,
            use_noised_counts_for_calculating_noise_scale=noisy,
            min_value=0.0,
            max_value=1.0,
        ),
        np.random.default_rng(request["seed"]),
    )
    claim = configs["privacy_property"].ApproximateDp(epsilon=epsilon, delta=0.0)
    settings = configs["privacy_test_runner_config"]
    run = runner.PrivacyTestRunner(
        config=settings.PrivacyTestRunnerConfig(
            property_tester=settings.PropertyTester[f"{request['tester']}_tester".upper()],
            max_num_trials=1,
            failure_probability=ALPHA,
            num_samples=request["samples"],
            post_processing=settings.PostProcessing.NONE,
        ),
        dataset_generator=lambda _: (np.array([0.0]), np.array([0.0, 1.0])),
        property_tester=tester_of(request["tester"], claim, (2 if noisy else 1) / epsilon),
    )
    return run.test_privacy(mechanism, "mean").found_privacy_violation is not None


def main() -> None:
    """Answer each line; what the libraries print goes elsewhere."""
    for line in sys.stdin:
        start = time.process_time()
        with contextlib.redirect_stdout(sys.stderr):
            found = refutes(json.loads(line))
        print(json.dumps({"found": found, "seconds": time.process_time() - start}), flush=True)


main()
