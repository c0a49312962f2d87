"""The mechanisms of dp-recorder's findings in docs/found.md, each in the least call; ldproof is not imported.

Each function is given the records that are secret, adds some that are public, as the libraries refuse small data sets,
and returns an output. The versions are in `requirements-recorder.txt`. Modules of packages that need PyTorch are loaded
without the rest of their package.
"""

import sys
import warnings
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

warnings.simplefilter("ignore")

Records = Sequence[Sequence[float]]

STANDING_IN = {
    "pgmpy.factors.discrete.CPD": ("TabularCPD",),
    "pgmpy.models": ("BayesianNetwork",),
    "pgmpy.sampling": ("BayesianModelSampling",),
    "synthcity.plugins.core.dataloader": ("DataLoader",),
    "synthcity.plugins.core.distribution": ("Distribution",),
    "synthcity.plugins.core.plugin": ("Plugin",),
    "synthcity.plugins.core.schema": ("Schema",),
    "synthcity.plugins.core.serializable": ("Serializable",),
    "synthcity.utils.reproducibility": ("enable_reproducible_results",),
}
"""Modules that PrivBayes of synthcity imports and that its noise does without, and the names that it takes from them."""


def bare_package(name: str) -> None:
    """Make the modules of a package importable without its `__init__`, which imports all others."""
    if name not in sys.modules and (found := find_spec(name)) is not None:
        package = ModuleType(name)
        package.__path__ = [*(found.submodule_search_locations or ())]
        sys.modules[name] = package


def smartnoise_covariance(records: Records) -> object:
    """Return the covariances of smartnoise-synth at epsilon 1, for two columns with bounds 0 and 1."""
    bare_package("snsynth")
    bare_package("snsynth.models")
    covariance, frame = import_module("snsynth.models.dp_covariance"), import_module("pandas").DataFrame
    bounds = frame([[0.0, 0.0], [1.0, 1.0]])
    data = frame([(0, 0), *records], columns=["a", "b"], dtype=float)
    return [float(each) for each in covariance.DPcovariance(len(data), ["a", "b"], bounds, 1.0).release(data)]


def diffprivlib_regression(records: Records) -> object:
    """Return the slope of a linear regression of diffprivlib at epsilon 1, without intercept, for bounds 0 and 1."""
    model = import_module("diffprivlib.models").LinearRegression(
        epsilon=1.0, bounds_X=(0, 1), bounds_y=(0, 1), fit_intercept=False
    )
    array = import_module("numpy").array([(1, 0), *records], dtype=float)
    return float(model.fit(array[:, :1], array[:, 1]).coef_[0])


def diffprivlib_classes(records: Records) -> object:
    """Return the classes of a naive Bayes classifier of diffprivlib at epsilon 1, for a feature with bounds 0 and 1."""
    model = import_module("diffprivlib.models").GaussianNB(epsilon=1.0, bounds=(0, 1))
    array = import_module("numpy").array([(0, 0), *records], dtype=float)
    return model.fit(array[:, :1], array[:, 1]).classes_


@cache
def dpmm_model() -> Any:
    """Return PrivBayes of dpmm at epsilon 1 and delta 0.00001, which takes a second to make."""
    return import_module("dpmm.models").PrivBayesGM(epsilon=1.0, delta=1e-5, n_jobs=1)


def dpmm_sizes(records: Records) -> object:
    """Return how many numbers each noisy marginal of PrivBayes of dpmm has."""
    made = deepcopy(dpmm_model())
    data = import_module("pandas").DataFrame([(0, 0), (1, 1), *records], columns=["a", "b"])
    made.fit(data, marginals_only=True)
    return sorted(len(noisy.ravel()) for _, noisy, _, _ in made.generator.measures)


def synthcity_privbayes(parents: int) -> Any:
    """Return PrivBayes of synthcity at epsilon 1, with at most so many parents of a node."""
    for package in ("synthcity", "synthcity.plugins", "synthcity.plugins.privacy"):
        bare_package(package)
    for name, classes in STANDING_IN.items():
        module = sys.modules.setdefault(name, ModuleType(name))
        for each in classes:
            setattr(module, each, type(each, (), {}))
    log = sys.modules.setdefault("synthcity.logger", ModuleType("synthcity.logger"))
    log.info = log.debug = lambda *_: None  # type: ignore[attr-defined]
    sys.modules["synthcity"].logger = log  # type: ignore[attr-defined]
    return import_module("synthcity.plugins.privacy.plugin_privbayes").PrivBayes(epsilon=1.0, K=parents)


def synthcity_counts(records: Records) -> object:
    """Return the noisy counts of PrivBayes of synthcity, for two columns and as many parents."""
    frame = import_module("pandas").DataFrame([(0, 0), *records], columns=["a", "b"])
    return synthcity_privbayes(2)._get_noisy_counts_for_attributes(frame, ["a", "b"])["count"].to_numpy()


def synthcity_size(records: Records) -> object:
    """Return the noisy counts of PrivBayes of synthcity, for two columns and one parent."""
    frame = import_module("pandas").DataFrame([*[(0, 0)] * 10, *records], columns=["a", "b"])
    return synthcity_privbayes(1)._get_noisy_counts_for_attributes(frame, ["a", "b"])["count"].to_numpy()


def synthcity_edges(records: Records) -> object:
    """Return how many edges the network of PrivBayes of synthcity has, for two columns and one parent."""
    frame = import_module("pandas").DataFrame([*[(0, 0), (1, 0)] * 5, *records], columns=["a", "b"])
    return sum(len(each.parents) for each in synthcity_privbayes(1)._greedy_bayes(frame))


def mostlyai_numeric() -> Any:
    """Return the module of mostlyai-engine for numeric columns."""
    for package in ("", "._encoding_types", "._encoding_types.tabular"):
        bare_package("mostlyai.engine" + package)
    return import_module("mostlyai.engine._encoding_types.tabular.numeric")


@cache
def mostlyai_statistics(values: tuple[float | None, ...], encoding: str) -> Any:
    """Return the statistics of a column, which have no noise yet."""
    numeric, series = mostlyai_numeric(), import_module("pandas").Series
    column, keys = series(values, name="value", dtype="float64"), series(range(len(values)), name="key")
    return numeric.analyze_numeric(column, keys, encoding_type=numeric.ModelEncodingType[encoding])


def mostlyai_column(values: Sequence[float | None], epsilon: float, encoding: str) -> dict[str, object]:
    """Return what mostlyai-engine releases of a numeric column before its training, at an epsilon."""
    found: dict[str, object] = mostlyai_numeric().analyze_reduce_numeric(
        [deepcopy(mostlyai_statistics(tuple(values), encoding))],
        value_protection_epsilon=epsilon,
        encoding_type=mostlyai_numeric().ModelEncodingType[encoding],
    )
    return found


def mostlyai_budget(values: Sequence[float | None]) -> object:
    """Return the type and the bounds of a numeric column of mostlyai-engine at epsilon 4.5."""
    found = mostlyai_column([*[1.0] * 30, *[1000.0] * 5, *values], 4.5, "tabular_numeric_auto")
    return [found["encoding_type"], found.get("min"), found.get("max")]


def mostlyai_missing(values: Sequence[float | None]) -> object:
    """Return whether a column of digits of mostlyai-engine at epsilon 1 has missing values."""
    return mostlyai_column([1.0, *values], 1.0, "tabular_numeric_digit")["has_nan"]
