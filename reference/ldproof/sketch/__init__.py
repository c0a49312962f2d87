"""The Count-Min Sketch with local privacy: how often each item is held, from one report of each person.

A plan is public. Hashes and the noise are in it, and a report is 19 bits long, whatever the item is:

    >>> from ldproof.coins import SeededCoins, SystemCoins
    >>> from ldproof.sketch.plan import draw_plan
    >>> public = draw_plan("hcms_plus", w=256, d=1024, coins=SeededCoins(b"public"), epsilon=4)
    >>> public.bits
    19

A person's device reports, and collectors receive. What they have can be saved, resumed and added up:

    >>> from ldproof.sketch.mechanism import randomize_item
    >>> from ldproof.sketch.collector import (
    ...     empty_collector,
    ...     merge_collectors,
    ...     restore_collector,
    ...     save_collector,
    ... )
    >>> here, there, resumed = empty_collector(public), empty_collector(public), empty_collector(public)
    >>> here.receive(randomize_item(public, "🙂", SystemCoins()))
    >>> there.receive(randomize_item(public, "https://example.org/", SystemCoins()))
    >>> restore_collector(resumed, save_collector(here))
    >>> int(merge_collectors(resumed, there).reporters.sum())
    2

What 100000 people would have sent, drawn exactly; and how many of them hold each item of a list, with intervals that
all hold at once, but for a probability of 1/20:

    >>> import numpy as np
    >>> from ldproof.sketch.collector import simulate_collector
    >>> from ldproof.sketch.error import confidence_intervals
    >>> emoji = ["🙂", "🎉", "🦆", "🦖"]
    >>> held = np.repeat([0, 1, 2], [60000, 30000, 10000])
    >>> heard = simulate_collector(public, emoji, held, SeededCoins(b"people"))
    >>> for item, found in zip(emoji, confidence_intervals(heard.hits(emoji), "1/20"), strict=True):
    ...     print(item, *(round(float(each)) for each in (found.lower, found.estimate, found.upper)))
    🙂 59199 60021 60792
    🎉 28822 29864 30858
    🦆 8839 10006 11120
    🦖 0 -303 871
"""
