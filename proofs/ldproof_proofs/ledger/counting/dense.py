"""Sections 5.2 and 6, and table 1: condition (2), what it is worth, and how errors depend on epsilon."""

from ldproof_proofs.counting.bounds import (
    causes,
    condition,
    dense,
    floor,
    limits,
    orders,
    reporters,
    root,
    solved,
    truthful,
)
from ldproof_proofs.counting.rivals import crossing, lower, refuted, types, upper
from ldproof_proofs.counting.rivals import solved as rivals_solved
from ldproof_proofs.counting.variance import exact
from ldproof_proofs.kernel.entries import Entry, Verdict
from ldproof_proofs.kernel.sentences import against, as_printed, besides, instead, said, sharper
from ldproof_proofs.law import union
from ldproof_proofs.ledger.counting.general import HARMONY_LOWER, HARMONY_LOWER_IN_JAPANESE
from ldproof_proofs.ledger.counting.source import COUNTING
from ldproof_proofs.reporting import ones
from ldproof_proofs.tails import entropy

TABLE: tuple[Entry, ...] = (
    Entry(
        "counting.table-1",
        f"{COUNTING}, section 1.2, table 1",
        "In the dense or sparse case Glance's error is O(e^(-epsilon/2)) as epsilon -> infinity, Harmony's Theta(1).",
        Verdict.REFUTED,
        (
            against(
                "For fixed N, T and beta the bound theta does not fall so: it is above {printed-above/left}, and "
                "its square times E is more than the square of any C as soon as E is so large that "
                "{no-exponential-rate/far = 9*C^2 <= 16*L^2*E}, {let x = E - 1}.",
                limits.limit,
                limits.no_rate,
            ),
            against(
                "Nor does the error, as in the case under (2) of {@counting.fig-3}. Let some people, fewer than "
                "rounds, be idle in all rounds, and the others active. If n rounds have I idle reporters in all, "
                "and W of these rounds have none, then {idle-per-round/goal}. In such a round the error is more than the share of "
                "idle people, {off-among-active/goal}, unless the round is empty, which some of t rounds is with a "
                "probability U such that {union/goal}, P being {empty-positive/right}, or somebody lies, which has "
                "a probability of at most {some-lie/right = N/E}, {let x = E - 1}.",
                floor.rounds_without_idle,
                floor.among_active,
                limits.truthful,
                truthful.empty,
                union.union,
            ),
            against(
                "Harmony's is no constant where nobody is active: its variance is, for {harmony-sparse-falls/x >= 1 = "
                "E - 1 >= 1}, at most {harmony-sparse-falls/right = 3*T/(N*(E - 1))}, {let x = E - 1}, and by "
                "Chebyshev's inequality an error of `off` or more in some round has a probability Q such that "
                "{some-round-errs/goal}, V being that variance: so it vanishes as epsilon grows.",
                limits.harmony,
                lower.some_round,
            ),
            besides(
                "Where all are active and nobody lies, Glance's error in every round with reporters is {truthful-dense/right = 1/(E - 1)}, "
                "{let x = E - 1}: there it falls faster than is printed. Harmony's variance is at least {harmony-dense/left} there.",
                limits.truthful,
                limits.harmony,
            ),
        ),
        original=r"密または疎 $O(1/\epsilon)$ $O(1/\sqrt{\exp(\epsilon)})$ Harmony[12] 一般 "
        r"$O(1/\epsilon)$ $\Theta(1)$ 密または疎 $O(1/\epsilon)$ $\Theta(1)$ 1.2 Our Contribution "
        r"我々は LPCC のアルゴリズムとして, Randomized Response[16] とサンプリングを用いる Glance "
        r"を提案する. Randomized Response はユーザーのプライバシーを保護するために採用する. サンプ"
        r"リングは誤差を小さくするために採用する. サンプリングを用いた誤差の改善は LDP メカニズム"
        r"としてはよく用いられている ([3], [12] など). μ_t に特に仮定を置かない場合を一般ケースと"
        r"して, 一般ケースでの Glance の誤差と Harmony の誤差のオーダーの比較を行った. その結果, "
        r"一般ケースでは Glance の誤差と Harmony の誤差の上界のオーダーは同じであることがわかった"
        r". また, Harmony の誤差の下界のオーダーも解析し, \log 項を無視すれば Glance の誤差の上界"
        r"のオーダーと一致することを明らかにした. すなわち, 一般ケースにおいても Glance の誤差は "
        r"Harmony の誤差と高々同程度でしかない. また, 我々は Glance の誤差の上界が Harmony の誤差"
        r"の下界よりも小さくなる場合があることを発見し, その場合を密または疎ケースと名付けた. この"
        r"ケースにおいては, Glance と Harmony は ϵ に対してまったく異なる挙動を示す. 他のパラメー"
        r"タを固定したとき, Harmony の誤差はどんなに大きな ϵ を与えられても正の定数に漸近する. 一"
        r"方, Glance の誤差は, ϵ が十分に大きいとき, ϵ の増加に対して指数的に小さくなる. 表 1 は誤"
        r"差の ϵ への依存性の解析結果のまとめである. 一般ケースにおいて, 提案法と Harmony の誤差の"
        r" ϵ への依存性は一致している. すなわち, 一般ケースにおいて保証できる誤差への ϵ の影響は "
        r"2 つのアルゴリズムで大きな差がないことを意味する. 一方, 密または疎ケースにおいては提案法"
        r"の ϵ への依存性は $\epsilon \rightarrow +\infty$ で $O(1/\sqrt{e^\epsilon})$ であり, "
        r"Harmony の $\Theta(1)$ よりもオーダーが指数的に小さい. 1.3 Notation 本論文で用いる主な記"
        r"法を表 2 にまとめる. 特に, 簡単のために 1 から始まる連続した自然数の集合 $\{1, \dots, "
        r"K\}$ (K はある自然数) を $[K]$ と略記することに注意する. 2. Preliminaries この章では局所"
        r"差分プライバシーと Randomized Response を導入する. 表 2: 記法 記法 意味 $[K]$ $\{1, 2, "
        r"\dots, K\}$ (K は自然数) $N \in \mathbb{N}$ ユーザーの数 $T \in \mathbb{N}$ ラウンド数 "
        r"$v_{n,t} \in \{0, 1\}$ ラウンド t におけるユーザー n の状態 $V \in \{0, 1\}^{N \times "
        r"T}$ $\{v_{n,t}\}_{n \in [N], t \in [T]}$ $V_{:,t} \in \{0, 1\}^N$ $\{v_{n,t}\}_{n \in "
        r"[N]}$ $z_{n,t} \in \mathbb{R} \cup \{\text{NULL}\}$ ランダム化された $v_{n,t}$ $Z \in "
        r"(\mathbb{R} \cup \{\text{NULL}\})^{N \times T}$ ランダム化された V $Z_{:,t} \in "
        r"\mathbb{R}^N$ $\{z_{n,t}\}_{n \in [N]}$ $\mu_t \in [0, 1]$ $\mu_t = \{n : v_{n,t} = 1\} "
        r"/N$ 2.1 Local Differential Privacy LDP では次のようなデータ収集シナリオにおいて, データ"
        r"提供者のプライバシーの保護を考える: それぞれが秘密のデータを持っている複数人のデータ提供"
        r"者と一人のデータ収集者がいる. 各データ提供者はプライバシーを守りながら, 個別に情報を提供"
        r"することを目的とする. データ提供者はプライバシーを保護するためにメカニズム \mathcal{Q} "
        r"を通じてランダム化したデータを提供する. データ収集者は提供されたデータから統計値を得るこ"
        r"とを目的とする. 形式的には, プライバシー保護の度合いを表すパラメータ ϵ を用いて, 次のよ"
        r"うに定義される: Definition 1 (ϵ -LDP [11]). 集合 \mathcal{V} の要素を入力とし, 集合 "
        r"\mathcal{Z} の要素を出力するメカニズムを \mathcal{Q} とする. $\epsilon > 0$ に対して, メ"
        r"カニズム \mathcal{Q} が ϵ -LDP であるとは, 任意の入力対 $v, v' \in \mathcal{V}$ と任意の"
        r"出力集合 $S \subset \mathcal{Z}$ に対して次の条件を満たすことをいう: "
        r"$$\frac{\Pr[\mathcal{Q}(v) \in S]}{\Pr[\mathcal{Q}(v') \in S]} \leq e^\epsilon.$$ この定"
        r"義は, いかなる入力 v に対しても, 値 $s \in S$ を出力する確率と他の値 v' が入力された場合"
        r"に $s \in S$ を出力する確率の比が高々 e^ϵ でしかないことを要求している. プライバシーパラ"
        r"メータ ϵ が小さいほど強力なプライバシー保護, 大きいほど弱い保護を意味する. 決定的な出力"
        r"をもつメカニズムはいかなる有限の ϵ に対しても ϵ -LDP を満たさないことに注意されたい. 同"
        r"じ提供者から繰り返し情報を収集することはプライバシー侵害のリスクを高める. これは LDP の"
        r"文脈においては直列合成定理として表現される. Theorem 1 (直列合成定理 [6]). メカニズム列 "
        r"$\{\mathcal{Q}_i\}_{i=1}^K$ があり, それぞれのメカニズムが ϵ_i -LDP を保証するとする. こ"
        r"のとき, メカニズム列は $(\sum_{i=1}^K \epsilon_i)$ -LDP を保証する. メカニズム列全体とし"
        r"て ϵ -LDP を保証するためには, 各メカニズムのプライバシーパラメータ ϵ_i は ϵ より小さくな"
        r"ければならない. これは, メカニズム列が長ければ長いほど各メカニズムにおいてより強固なプラ"
        r"イバシー保護が要 求されることを意味する。 2.2 Randomized Response Randomized Response "
        r"[16] は 1-bit の情報を送信する際に ϵ -LDP を保証するメカニズムである。Randomized "
        r"Response は LDP が登場する前からプライバシーを保護しながら統計情報を得るための方法として"
        r"知られており、LDP との関係も議論されている。Randomized Response を用いた LDP アルゴリズ"
        r"ムとしては [3], [8], [12] などがあり非常に多くの応用がある。 形式的には Randomized "
        r"Response Q_{Bin} は次のように表現できる。入力 $v \in \{0, 1\}$ に対して、 "
        r"$$Q_{\text{Bin}}(v; \epsilon) = \begin{cases} v & \text{w.p. } "
        r"\frac{e^\epsilon}{e^\epsilon + 1}, \\ 1 - v & \text{w.p. } \frac{1}{e^\epsilon + 1}. "
        r"\end{cases}$$ 確率 $e^\epsilon / (e^\epsilon + 1)$ で入力をそのまま出力し、確率 $1 / "
        r"(e^\epsilon + 1)$ で入力を反転して出力する。一方がもう一方の e^ϵ 倍の確率で出力されるこ"
        r"とから、このアルゴリズムが ϵ -LDP を満たすことは容易に分かる。 Theorem 2 ([11]). "
        r"*Randomized Response Q_{Bin} は ϵ -LDP である。* また、Randomized Response Q_{Bin} は "
        r"$[0, 1]$ 上の 2 つの分布間の f-divergence を最大化する [10] ことが知られている。これは "
        r"2 つの入力を見分ける能力が、他の $[0, 1]$ を入力とする LDP メカニズムよりも高いことを意"
        r"味する。 3. Problem Formulation この章では本論文で扱う問題であるプライバシーを保護しなが"
        r"らリアルタイム集計問題を Locally Private Continual Counting (LPCC) として定式化する。ま"
        r"ずは、プライベートでない、continual counting を定義する。その後、continual counting のプ"
        r"ライバシーを保護する場合として、locally private continual counting を定義する。 3.1 "
        r"Continual Counting N 人のデータ提供者 (ユーザー) と 1 人のデータ収集者がおり、1 から T "
        r"までのラウンドがある。各ユーザー n は各ラウンド t において状態 $v_{n,t} \in \{0, 1\}$ を"
        r"もち (これは各ラウンドで変化しうる)、状態を毎ラウンド収集に送信する。全てのユーザー、ラ"
        r"ウンドにおける状態をまとめてデータストリーム V と表す。また、 $V_{:,t}$ はラウンド t に"
        r"おける全てのユーザーの状態を表す。ラウンド t において状態が 1 であるユーザーを (ラウンド"
        r" t における) アクティブユーザーと呼ぶこととする。 このとき、ユーザーらの目的は自分の状態"
        r"を収集者に提供することであり、収集者の目的はリアルタイムで各ラウンドにおけるアクティブユ"
        r"ーザーの比 μ_t を推定することである。ただし、ここでいう「リアルタイムで推定する」 とは、"
        r"ラウンド t の μ_t の推定をラウンド $t + 1$ のユーザーらの情報を観測する前に行うというこ"
        r"とである。また、アクティブユーザーの比 μ_t は、ユーザーの状態 $v_{n,t}$ を用いて次のよう"
        r"に表現できる: $$\mu_t = \frac{|\{n : v_{n,t} = 1\}|}{N} = \frac{\sum_{n \in [N]} "
        r"v_{n,t}}{N}.$$ 3.2 Locally Private Continual Counting 我々が対象とする問題は continual "
        r"counting に、データ提供者のプライバシーが ϵ -LDP によって保護されている、という制約を加"
        r"えた問題である。ユーザーには局所差分プライバシーが保証されていなければならないとし、ユー"
        r"ザーは LDP メカニズムを通じて情報を収集者に提供する。ユーザーらはプライバシーを保護する"
        r"ために、 ϵ -LDP メカニズム Q を通じて状態をランダム化して送信する。メカニズム Q は公開情"
        r"報であるとする。 Q は $[0, 1]$ を入力とするなんらかのメカニズムである。LDP メカニズムに"
        r"よってランダム化された $v_{n,t}$ を $z_{n,t}$ とする。 $z_{n,t}$ はランダム化されている"
        r"ため、収集者は $z_{n,t}$ を観測しても $v_{n,t}$ を決定的に知ることはできない。プライベー"
        r"ト化されたデータストリームを Z と表記する。また、 $Z_{:,t}$ はラウンド t における全ての"
        r"ユーザーのランダム化された状態を表す。 収集者は毎ラウンドユーザーらから送信されてきた "
        r"$z_{n,t}$ から、そのラウンドにおけるアクティブユーザーの比 μ_t の推定値 $\hat{\mu}_t$ を"
        r"計算する。推定量としての $\hat{\mu}_t$ は LDP メカニズムのランダムネスを考慮して、実際の"
        r"アクティブユーザーの比を推定できるように設計されるべきである。したがって、 μ_t は使用す"
        r"る LDP メカニズムに依存する。また、収集者はリアルタイムに推定を行うので、ラウンド t にお"
        r"ける推定値 $\hat{\mu}_t$ はラウンド $t + 1$ に送信される情報を観測する前に出力しなければ"
        r"ならない。 我々は LPCC における、アルゴリズムの誤差を次のように定義する。アルゴリズムが"
        r"各ラウンド t において、推定量 μ_t を出力するとき、確率 $1 - \beta$ で $$\max_{t \in "
        r"[T]} |\hat{\mu}_t - \mu_t| = \alpha$$ が成り立つときこのアルゴリズムの誤差は α であると"
        r"定義する。我々は、より誤差が小さいアルゴリズムをより優れたアルゴリズムであるとする。 4. "
        r"1-Shot Reporting Mechanisms この章では LPCC に対する我々の提案法 (Glance) と Harmony "
        r"[12] を説明する。Glance と Harmony は Randomized Response [16] とサンプリングを基本的な"
        r"アイデアとするアルゴリズムである。Glance, Harmony とともに、サンプリングによって T ラウ"
        r"ンドからただ一つのラウンドを選択するため、これらをまとめて 1-Shot Reporting メカニズムと"
        r"よぶこととする。 Algorithm 1: Glance Input: data stream V , privacy parameter ϵ ``` 1 "
        r"for $n = 1$ to $N$ do 2 $\tau_n \sim$ uniform random from $[T]$ ; 3 end 4 for $t = 1$ "
        r"to $T$ do 5 for $n = 1$ to $N$ do 6 if $t = \tau_n$ then 7 $z_{n,t} = "
        r"Q_{\text{Bin}}(v_{n,t}; \epsilon)$ ; 8 else 9 $z_{n,t} = \text{NULL}$ ; 10 end 11 end "
        r"12 end ``` この章の内容は次のようにまとめられる．4.1 章では提案法のアルゴリズムを具体的"
        r"に説明する．4.2 章では提案法がユーザーのプライバシーを保護することを示す． 4.1 "
        r"Algorithm Algorithm 1 は Glance の疑似コードである．各ユーザーはそれぞれあらかじめ "
        r"Randomized Response を通じて状態をレポートするラウンド τ_n を一様ランダムに決めておく "
        r"(line 2)．各ユーザーはラウンド τ_n になったら，そのラウンドにおける自分の状態 $v_{n,t}$ "
        r"をプライバシーバジェットを ϵ 消費して Randomized Response を通じて $z_{n,t}$ として収集"
        r"者に送信する (line 7)．それ以外のラウンドでは NULL を送信する (line 9)．各ラウンドにおい"
        r"て収集者はそのラウンドにおけるアクティブユーザーの比 μ_t の推定値 $\hat{\mu}_t$ を計算す"
        r"る．Algorithm 1 は推定値 $\hat{\mu}_t$ を次のように計算する： $$\hat{\mu}_t = "
        r"\frac{\frac{1}{|\eta_t|} \sum_{n \in \eta_t} z_{n,t} - q}{p - q} \text{ where}$$ $$p = "
        r"\Pr[z_{n,t} = 1 | n \in \eta_t, v_{n,t} = 1] = \frac{e^\epsilon}{e^\epsilon + 1},$$ $$q "
        r"= \Pr[z_{n,t} = 1 | n \in \eta_t, v_{n,t} = 0] = \frac{1}{e^\epsilon + 1},$$ $$\eta_t = "
        r"\{n : t \in \tau_n\}.$$ η_t はラウンド t において Randomized Response を用いて状態をレポ"
        r"ートするユーザーの集合を表している． Harmony と Glance の違いは，Randomized Response を"
        r"用いた状態の報告を行わないラウンドでのユーザーの収集者への報告である (line 9)：Glance で"
        r"は NULL を送信するが，Harmony ではユーザーは 0 を送信する．また， μ_t の推定量 "
        r"$\hat{\mu}_t$ の設計も，この違いに合わせて，少し異なる．このわずかなアルゴリズムの違いが"
        r"，誤差に大きな違いを生む． 4.2 Privacy 以下の定理は Glance が ϵ -LDP であることを保証す"
        r"る． Theorem 3. *Algorithm 1* は ϵ -LDP である． ラウンド τ_n の選択のランダムネスがユー"
        r"ザーの状態に依存していないこと，Randomized Response のランダムネスより明らかである． 5. "
        r"Utility Analysis ここでは 2 つのケースにおける 1-Shot Reporting メカニズムの誤差を解析す"
        r"る．我々は提案法の誤差の確率的上界を導出し，Harmony の誤差の確率的上下界を導出する．また"
        r"，解析した Glance の誤差のレートと Harmony の誤差のレートの比較を行う．我々は特にそれぞ"
        r"れの誤差の ϵ への依存性に興味がある． 5.1 General Case Analysis ここでは， N と T の関係"
        r"以外は，特にデータストリームに対して仮定が置けない場合において，提案法と Harmony[12] の"
        r"誤差を解析する．Glance，Harmony それぞれについて，任意のデータストリームの中で最大の誤差"
        r"を持つ場合の誤差の上界を解析する．また，Harmony に関しては誤差の下界についても解析する．"
        r" 5.1.1 Harmony まずは Harmony の誤差の上界について論じる．我々は誤差に関して確率的不等式"
        r"を導出し，次の系を導いた． Corollary 1. *Harmony* において， $\epsilon > 0, \beta > 0$ "
        r"に対して，確率 $1 - \beta$ で $$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \begin{cases} "
        r"O\left(\frac{1}{\epsilon} \sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon "
        r"\rightarrow +0, \\ O\left(\sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon "
        r"\rightarrow +\infty \end{cases}$$ $\text{as } T \rightarrow +\infty, N \rightarrow "
        r"+\infty.$ 証明は省略する．Corollary 1 の $\epsilon \rightarrow +0$ での誤差のレートは "
        r"[12] での解析に一致する． また，Harmony は誤差の下界についても解析した．この解析は [12] "
        r"では行われていない．上界の解析と同様に，確率的不等式を導出し次の系を導いた． Corollary "
        r"2. *Harmony* において，あるデータストリームが存在して， $\epsilon > 0, 0 < \beta < "
        r"1/(N+1)^2$ に対して，確率 $1 - \beta$ で $$\max_{t \in [T]} |\mu_t - \hat{\mu}_t| = "
        r"\begin{cases} \Omega\left(\frac{1}{\epsilon} \sqrt{\frac{T}{N} \log \frac{1}{(N+1)^2 "
        r"\beta}}\right) & \text{as } \epsilon \rightarrow +0, \\ \Omega\left(\sqrt{\frac{T}{N} "
        r"\log \frac{1}{(N+1)^2 \beta}}\right) & \text{as } \epsilon \rightarrow +\infty "
        r"\end{cases}$$ $\text{as } N \rightarrow \infty, T \rightarrow +\infty.$ 証明は省略する．"
        r"これらの結果は， T, N, β を固定したとき，十分に大きな ϵ を与えても誤差のある正の定数より"
        r"も小さくできないことを意味している． 5.1.2 Glance 次に提案法の誤差の上界について論じる．"
        r"我々は Glance の誤差に関する確率的不等式を導出し，その不等式から次の系を導いた． "
        r"Corollary 3. *Glance* において， $\epsilon > 0, \beta > 0$ に対して，少なくとも確率 $1 "
        r"- \beta$ で $$\max_{t \in [T]} |\hat{\mu}_t - \mu_t| = \begin{cases} "
        r"O\left(\frac{1}{\epsilon} \sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon "
        r"\rightarrow +0, \\ O\left(\sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon "
        r"\rightarrow +\infty \end{cases}$$ as $T \rightarrow +\infty, N \in \omega(T "
        r"\log(T/\beta))$ ... Harmony[12] 一般 $O(1/\epsilon)$ $\Theta(1)$ 密または疎 "
        r"$O(1/\epsilon)$ $\Theta(1)$",
        answer="False as printed: for fixed N, T and beta, theta stays above {printed-above/left} for "
        "every epsilon, and Glance's error need not vanish. Where nobody is active, Harmony's "
        "variance vanishes: if {harmony-sparse-falls/x >= 1 = E - 1 >= 1}, it is at most "
        "{harmony-sparse-falls/right = 3*T/(N*(E - 1))}, {let x = E - 1}.",
        answer_in_japanese="印刷のままでは誤り: N, T, beta を固定すると, theta は任意の epsilon に対して "
        "{printed-above/left} より大きく, Glance の誤差は消えるとは限らない. "
        "誰もアクティブでないときには Harmony の分散が消える: "
        "{harmony-sparse-falls/x >= 1 = E - 1 >= 1} ならば "
        "{harmony-sparse-falls/right = 3*T/(N*(E - 1))} 以下である ({let x = E - 1}).",
        also=(floor.certain,),
    ),
    Entry(
        "counting.table-1-general",
        f"{COUNTING}, section 1.2, table 1",
        "In general Glance's error is O(1) and Harmony's Theta(1) as epsilon -> infinity.",
        Verdict.HOLDS,
        (
            as_printed(
                "The distance theta* and any alpha with {cor-3/alpha} added up is reached with a probability Q such "
                "that {cor-3/goal}. With t for theta*, theta is {printed-is-twice/right = 2*t}, {let t = (E*L/3 + "
                "sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}, which is at most {printed-below/right = 4/3*L + "
                "(4/3*L + 6)/(E - 1)}: with N, T and beta fixed that stays bounded as epsilon grows.",
                root.twice,
                limits.limit,
                causes.by_causes,
            ),
            as_printed(
                "Harmony's bound is the alpha with {upper-solves/goal = alpha^2/(2*V + 2*b*alpha/3) = S}, {let alpha = b*S/3 + sqrt((b*S/3)^2 + "
                "2*V*S)}, and is reached with a Q such that {harmony-errs/goal}; "
                "of its parts, which are those of {@counting.cor-1}, b is K times T over N, and V is at most {harmony-variance-order/right = "
                "T/N*K^2}, {let K = (2 + x)/x}, where K is at most {contrast-order/right}.",
                upper.solves,
                upper.harmony,
                upper.harmony_order,
                lower.widest,
                orders.corollary_3,
            ),
            as_printed(
                "Where all are active its variance is at least {lower-order-constant/left} for every epsilon, and, for "
                "{lower-order-limit/x >= 1 = E - 1 >= 1}, at most {lower-order-limit/right = (T - 1)/N + 5*T/(N*(E - "
                "1))}, {let x = E - 1}; its error is, for the betas there, as in {@counting.thm-4}: "
                "{thm-4-corrected/goal}.",
                lower.variance,
                lower.grows,
                types.corrected,
            ),
        ),
    ),
    Entry(
        "counting.table-1-small",
        f"{COUNTING}, section 1.2, table 1",
        "As epsilon -> 0 the errors of Glance and of Harmony are O(1/epsilon), in general and in the dense or sparse case.",
        Verdict.HOLDS,
        (
            as_printed(
                "With N, T and beta fixed both bounds are at most a number that does not depend on epsilon times K: if {theta-order/L <= 1} the square of theta* is at most {theta-order/right = 4*K^2*L}, {let K = (2 + x)/x}, "
                "and the least alpha with {cor-3/alpha} does not depend on epsilon; if {harmony-order/N >= T ln(2T/beta)} the square of "
                "Harmony's bound is at most {harmony-order/right}, L and r being those of {@counting.sec-1.2}. And K "
                "is at most {contrast-order/right}.",
                orders.corollary_3,
                upper.harmony_order,
                causes.by_causes,
            ),
            as_printed(
                "They are reached with probabilities Q such that {cor-3/goal}, and {harmony-errs/goal} for the "
                "other's, whatever the shares of active people are.",
                causes.by_causes,
                upper.harmony,
                lower.widest,
            ),
        ),
    ),
)

DENSE: tuple[Entry, ...] = (
    Entry(
        "counting.sec-5.2",
        f"{COUNTING}, section 5.2",
        "Where condition (2) holds, the error by sampling is smaller than that by randomized response.",
        Verdict.CORRECTED,
        (
            against(
                "The errors themselves need not be: in the source's own experiment, which satisfies (2) at every "
                "epsilon, {dense-idle/right:words} people are idle and there are {dense-idle-few/T} rounds. If "
                "these are the same people in all rounds, of which the source says nothing, then in a round "
                "without an idle reporter, and there is such a round, unless it is empty all who report are active "
                "and mu_tilde is off by the share of idle people; while unless somebody lies mu_hat is off from "
                "mu_tilde by {noise-of-the-truthful/right = (X/k - 1/2)*2/(E - 1)}, {let x = E - 1}, which "
                "vanishes as epsilon grows.",
                dense.everywhere,
                limits.limit,
                root.printed_exponent,
                floor.rounds_without_idle,
                truthful.noise,
                limits.truthful,
                dense.idle_people,
            ),
            instead(
                "The bounds are: under (2) the exponent of sampling is at theta at least that of randomized response, which is at least "
                "{printed-exponent-least/left}, so that theta serves for both parts, {thm-5/goal}.",
                root.printed_exponent,
                causes.by_causes,
            ),
        ),
        original=r"次の条件が成り立つとき，サンプリングによるデータの損失に起因する誤差が Randomized "
        r"Response のランダムネスに起因する誤差よりも小さくなることを発見した",
        answer="False as printed: as epsilon grows, the error by sampling need not vanish. With X ones in k "
        "reports, none of them a lie, the error by randomized response is {noise-of-the-truthful/right = "
        "(X/k - 1/2)*2/(E - 1)}, {let x = E - 1}, and vanishes. True is: under (2) theta bounds both parts, "
        "except with a probability Q, where {thm-5/goal}.",
        answer_in_japanese="印刷のままでは誤り: サンプリングによる誤差は epsilon "
        "を大きくしても消えるとは限らないが, 誰も反転しなければ Randomized Response による誤差 "
        "{noise-of-the-truthful/right = (X/k - 1/2)*2/(E - 1)} は消える ({let x = E - 1}). "
        "正しくは: 条件 (2) の下では theta が両方の誤差の上界となり, 例外の確率 Q は {thm-5/goal}"
        " を満たす.",
    ),
    Entry(
        "counting.cond-2",
        f"{COUNTING}, section 5.2, condition (2)",
        "min{D(mu - theta || mu), D(mu + theta || mu)} >= ((e^epsilon - 1)^2 theta^2/(2 e^epsilon))/(1 + (e^epsilon - 1) theta/3), "
        "where taking D(a || b) as infinite for a <= 0, a >= 1 and b in {0, 1} is consistent.",
        Verdict.CORRECTED,
        (
            against(
                "At the ends of the interval D is finite: were it infinite at the lower end, {goal} would be so of "
                "any M, mu being b and the right side D; but for mu of {mu} D is {right:6}, and not {left} or more.",
                condition.not_infinite,
            ),
            against(
                "And such an error is possible: where {active:words} of {N:words} people is active in {T:words} "
                "rounds, mu_tilde is off by all of mu more often than nobody reports.",
                condition.reached_at_0,
            ),
            instead(
                "For Theorem 5 it is enough that D is at least L, the exponent that Claim 1 needs, at theta*, where "
                "Bernstein's exponent is L itself, which is the natural form of the condition: {thm-5-natural/goal}.",
                causes.by_causes,
            ),
            said(
                "Beyond the ends, and where everybody or nobody is active, it is consistent: no share of the "
                "reporters lies there, and with all people in the same state mu_tilde is mu.",
                "mu_tilde is a share of the reporters, who are some of the people",
            ),
        ),
        original=r"$$\min\{D(\mu_t - \theta || \mu_t), D(\mu_t + \theta || \mu_t)\} \geq "
        r"\frac{\frac{(e^\epsilon - 1)^2 \theta^2}{2e^\epsilon}}{1 + (e^\epsilon - 1)\theta/3} "
        r"\quad (2)$$ ... また， $a \geq 1, a \leq 0, b = 0, 1$ のいずれかのときは， $D(a||b) = "
        r"+\infty$ とみなすことで整合性がとれる",
        answer="False as printed: at the lower end of the interval D is finite: it is {condition-2-at-0/right:6} "
        "for a mu of {condition-2-at-0/mu}, and such an error is possible. True is: for Theorem 5 it "
        "suffices that D is at least L at theta*. Then the probability Q of an exception has "
        "{thm-5-natural/goal}.",
        answer_in_japanese="印刷のままでは誤り: 区間の下端で D は有限であり, mu が {condition-2-at-0/mu} のときは "
        "{condition-2-at-0/right:6} で, そのような誤差は起こりうる. 正しくは: 定理 5 には theta* "
        "において D が L 以上であれば足りる: そのとき定理の誤差が生じる確率 Q は "
        "{thm-5-natural/goal} を満たす.",
        also=(solved.conditions,),
    ),
    Entry(
        "counting.kl",
        f"{COUNTING}, section 5.2",
        "D(a || b) = a log(a/b) + (1 - a) log((1 - a)/(1 - b)) is the KL divergence of two Bernoulli distributions with means a and b.",
        Verdict.HOLDS,
        (
            as_printed(
                "{divergence-nonnegative/right = a*ln(a/b) + (1 - a)*ln((1 - a)/(1 - b))} is, by definition, the mean of the logarithm of the "
                "quotient of their probabilities under the first one, and never negative.",
                entropy.nonnegative,
            ),
            besides(
                "Hoeffding's and Chernoff's bounds have it as their exponent, or less: for a sample of k without replacement {sample/goal}, and with D {sample-by-divergence/goal}, s being the mean and `rate` more "
                "than that.",
                causes.sample,
                causes.sample_by_divergence,
            ),
            besides("It is at most {divergence-at-most-chi-squared/right}.", entropy.chi_squared),
        ),
    ),
    Entry(
        "counting.fig-1",
        f"{COUNTING}, section 5.2, figure 1",
        "The region of condition (2) for T = 10, beta = 0.1 and N = 100,000, as the text says, or 10,000, as the caption says.",
        Verdict.CORRECTED,
        (
            against(
                "The caption and the text differ: at epsilon of {epsilon 2}, {epsilon 5} and {epsilon 8} the "
                "boundary in mu is at {fewer at 2:4}, {fewer at 5:4} and {fewer at 8:4} for the caption's number "
                "of people, and at {more at 2:4}, {more at 5:4} and {more at 8:4} for the text's.",
                condition.figure_1,
            ),
            instead(
                "Let mu* be the boundary in mu. Condition (2) holds for mu up to mu*, and from as far below the "
                "largest share on, and fails between; checked at {beside:words} of mu* to both sides.",
                condition.figure_1,
            ),
        ),
        original=r"図 1 は， $T = 10, N = 100,000, \beta = 0.1$ としたときに条件 (2) が成り立つ領域を表した"
        r"ものである ... 色をつけた領域は $N = 10,000, T = 10, \beta = 0.1$ において条件 (2) を満"
        r"たす",
        answer="False as printed: text and caption name different numbers of people; at an epsilon of {epsilon 5} "
        "the boundary in mu is at {fewer at 5:4} for the caption's and at {more at 5:4} for the text's. "
        "True is: (2) holds for every mu up to the boundary, and for every mu that is at most as far from "
        "the largest share. It fails between.",
        answer_in_japanese="印刷のままでは誤り: 本文と図の説明でユーザー数が異なる. epsilon が {epsilon 5} のとき, "
        "mu の境界は図の説明の人数では {fewer at 5:4}, 本文の人数では {more at 5:4} である. "
        "正しくは: 条件 (2) は境界以下, および最大の割合から同じ幅の範囲で成り立ち, "
        "その間では成り立たない.",
    ),
    Entry(
        "counting.thm-4",
        f"{COUNTING}, section 5.2.1, Theorem 4",
        "Under condition (2), for every beta < 1/(N + 1)^2 some stream gives Harmony an error above "
        "sqrt((T/N) E (E + 1)/(E - 1)^2 (1 - E/(T (E + 1))) ln(1/((N + 1)^2 beta))) with probability at "
        "least 1 - beta.",
        Verdict.CORRECTED,
        (
            against(
                "With {thm-4-fails-for-every-stream/N} people, {thm-4-fails-for-every-stream/T} rounds and beta "
                "of {thm-4-fails-for-every-stream/beta} no stream makes the error so large with a probability of "
                "more than {thm-4-fails-for-every-stream/right:6}, where it should be "
                "{thm-4-fails-for-every-stream/left:6}: the bound's square is the variance of H_0 where all are "
                "active times a logarithm, no share of active people has a larger one, and Chebyshev's inequality"
                " for T rounds gives at most {thm-4-any-stream/right = T/(c^2*S)}, {let S = ln(1/((N + "
                "1)^2*beta))}, for c times the bound.",
                lower.variance,
                lower.widest,
                lower.any_stream,
                refuted.for_every_stream,
            ),
            against(
                "There, with odds of {thm-4-fails-32/E}, the exact probability where all are active is "
                "{thm-4-fails-32/right:5}; and for {thm-4-fails-16/N} people, {thm-4-fails-16/T} rounds and beta "
                "of {thm-4-fails-16/beta} it is {thm-4-fails-16/right:5}.",
                refuted.as_printed,
            ),
            besides(
                "Condition (2) holds where all are active, as its D counts as infinite there, rightly: as the "
                "share b nears that of everybody D exceeds any M, {divergence-unbounded/goal = M <= a*ln(a/b) + (1 "
                "- a)*ln((1 - a)/(1 - b))}, as soon as {divergence-unbounded/sure = M + 1 <= (1 - a)*ln((1 - a)/(1 "
                "- b))}.",
                entropy.unbounded,
            ),
            instead(
                "With beta in the place of the printed probability it is so where all are always active. Let i of "
                "N ones, fewer than all, be no farther than the bound from their mean, and the next number "
                "farther: then some round has more than i ones with a probability Q such that "
                "{thm-4-corrected/goal}, whatever i is.",
                types.corrected,
            ),
            besides(
                "Let D be that of condition (2) from i over N to s, the probability of a one. N times D is at most the logarithm, {types-exponent/goal}, i ones have a probability P such that {types/goal}, and the "
                "root in it is at most {types-root/right}.",
                types.exponent,
                types.of_types,
                types.few,
            ),
            besides(
                "Of no ones D is {entropy-at-0/left}, and at most {entropy-at-0/right} too; and some number of "
                "ones is off by more than the bound if beta is in the range in which {types-in-range/beta is in "
                "range = S*p < N*(T - p)}, {let p = (1 + x)/(2 + x)}, S being the logarithm: {types-in-range/goal}.",
                types.nobody,
                entropy.chi_squared,
                types.in_range,
            ),
        ),
        original=r"Theorem 4. Harmony において, 条件 (2) が成り立つとき, あるデータストリームが存在して, "
        r"$\epsilon > 0, 0 < \beta < 1/(N+1)^2$ に対して, 少なくとも確率 $1 - \beta$ で, "
        r"$$\begin{aligned} & \max_{t \in [T]} |\mu_t - \hat{\mu}_t| \\ & > \sqrt{\frac{T}{N} "
        r"\frac{e^\epsilon (e^\epsilon + 1)}{(e^\epsilon - 1)^2} \left(1 - \frac{1}{T} "
        r"\frac{e^\epsilon}{e^\epsilon + 1}\right) \log \frac{1}{(N+1)^2 \beta}}. \end{aligned}$$",
        answer="False as printed: with {thm-4-fails-for-every-stream/N} people, {thm-4-fails-for-every-stream/T} "
        "rounds and a beta of {thm-4-fails-for-every-stream/beta} the probability is at most "
        "{thm-4-fails-for-every-stream/right:6} for every stream, where it should be "
        "{thm-4-fails-for-every-stream/left:6}. True is: if all are always active, the probability Q of "
        "such an error has {thm-4-corrected/goal}.",
        answer_in_japanese="印刷のままでは誤り: ユーザー数 {thm-4-fails-for-every-stream/N}, ラウンド数 "
        "{thm-4-fails-for-every-stream/T}, beta が {thm-4-fails-for-every-stream/beta} のとき, "
        "どのデータストリームでも確率は {thm-4-fails-for-every-stream/right:6} 以下で, 主張の "
        "{thm-4-fails-for-every-stream/left:6} に届かない. 正しくは: 全員が常にアクティブなとき, "
        "その確率 Q は {thm-4-corrected/goal} を満たす.",
        also=(types.type_checks, refuted.corrected, rivals_solved.bounds, rivals_solved.range_of_beta),
    ),
    Entry(
        "counting.cor-4",
        f"{COUNTING}, section 5.2.1, Corollary 4",
        "Under condition (2) the same as in Corollary 2.",
        Verdict.CORRECTED,
        (
            against(
                "With the printed probability it is not so, whatever the stream and the constant c: "
                "{thm-4-any-stream/right = T/(c^2*S)}, {let S = ln(1/((N + 1)^2*beta))}, vanishes as beta falls.",
                lower.any_stream,
            ),
            instead(
                "With a probability Q such that {thm-4-corrected/goal} it is so, where all are always active, for "
                "the betas of {@counting.thm-4}: the variance there is at least {lower-order/left = (T - "
                "1)/N*(E/(E - 1))^2}, {let x = E - 1}, and so at least {lower-order-constant/left}, and what is "
                "squared in it has {lower-order-small/goal = 1/epsilon <= F/(F - 1)}, {let F = exp(epsilon)}.",
                lower.variance,
                lower.grows,
                types.corrected,
            ),
            besides(
                "With all active condition (2) holds, as its D counts as infinite there: {divergence-unbounded/goal}, as in {@counting.thm-4}.",
                entropy.unbounded,
            ),
        ),
        original=r"Corollary 4. Harmony において, 条件 (2) が成り立つとき, あるデータストリームが存在して, "
        r"$\epsilon > 0, 0 < \beta < 1/(N+1)^2$ に対して, 少なくとも確率 $1 - \beta$ で $$\max_{t "
        r"\in [T]} |\mu_t - \hat{\mu}_t| = \begin{cases} \Omega\left(\frac{1}{\epsilon} "
        r"\sqrt{\frac{T}{N} \log \frac{1}{(N+1)^2 \beta}}\right) & \text{as } \epsilon "
        r"\rightarrow +0, \\ \Omega\left(\sqrt{\frac{T}{N} \log \frac{1}{(N+1)^2 \beta}}\right) & "
        r"\text{as } \epsilon \rightarrow +\infty \end{cases} \text{ as } T \rightarrow +\infty.$$",
        answer=HARMONY_LOWER,
        answer_in_japanese=HARMONY_LOWER_IN_JAPANESE,
    ),
    Entry(
        "counting.thm-5",
        f"{COUNTING}, section 5.2.2, Theorem 5",
        "Under condition (2), if N > T ln(4T/beta), max_t |mu_hat - mu_tilde| < 2 theta with probability 1 - beta.",
        Verdict.LOOSE,
        (
            as_printed(
                "As printed it is about mu_tilde, and is less than what Claim 1 says without (2): a distance at which the right side of (2), with it for theta, is "
                "L, the logarithm in (1), is reached in some round with a probability Q such that {claim-1/goal}; and at theta that "
                "side is at least {printed-exponent-least/left}.",
                reporters.report_tail,
                reporters.claim_1,
                root.printed_exponent,
            ),
            besides(
                "Of mu in its place it would be false without a condition: for {thm-5-without-2/N} people, the "
                "share {thm-5-without-2/mu} of them active, {thm-5-without-2/T} rounds, a beta of "
                "{thm-5-without-2/beta} and excess odds of {thm-5-without-2/x}, sampling is off in the first round "
                "by {thm-5-without-2/t}, the printed distance or more, or nobody reports in it, and nobody lies, "
                "with a probability of at least {thm-5-without-2/left:6}; and then mu_hat is farther from mu than "
                "mu_tilde, {truth-is-farther/right}.",
                condition.needed,
                condition.farther,
            ),
            sharper(
                "With mu for mu_tilde, as it is meant, it holds under (2): that is {thm-5/(2)}, with D for its left side and t for theta: the exponents of both parts, what reports add and sampling, are "
                "at least {printed-exponent-least/left}, and {thm-5/goal}.",
                causes.by_causes,
                causes.two_causes,
                root.printed_exponent,
                ones.one_more,
            ),
            sharper(
                "With the theta* of {@counting.eq-1} in its place that holds where {thm-5-natural/natural}, D being the left side of (2) there: {thm-5-natural/goal}.",
                causes.by_causes,
                causes.two_causes,
            ),
            besides(
                "That condition is needed too, by the same example: sampling is off there by {thm-5-without-2/t}, the "
                "printed distance or more, and so by more than the one with theta*, as theta is "
                "{printed-is-twice/right = 2*t}, {let t = (E*L/3 + sqrt((E*L/3)^2 + 2*E*L))/(E - 1)}, {let x = E - 1}, "
                "which is t for theta*, more often than beta allows.",
                condition.needed,
                condition.farther,
                root.twice,
            ),
        ),
        original=r"Theorem 5. Glance において, 条件 (2) が成り立つとき, $\epsilon > 0, \beta > 0, N > T "
        r"\log(4T/\beta)$ に対して, 確率 $1 - \beta$ で, $$\max_{t \in [T]} |\hat{\mu}_t - "
        r"\tilde{\mu}_t| < 2\theta. \quad (3)$$",
        answer="True, but not tight: read mu for mu_tilde, as is meant. Under (2) the probability Q of an "
        "exception has {thm-5/goal}. Let D be the left side of (2) at theta*. If {thm-5-natural/natural}, "
        "theta* can take the place of theta: {thm-5-natural/goal}.",
        answer_in_japanese="正しいが, 最良でない: 意図どおり mu_tilde を mu に替えても条件 (2) の下で成り立つ: "
        "例外の確率 Q は {thm-5/goal} を満たす. さらに, theta* での条件 (2) の左辺 D が "
        "{thm-5-natural/natural} を満たせば, theta を theta* に替えても {thm-5-natural/goal} "
        "である.",
    ),
    Entry(
        "counting.cor-5",
        f"{COUNTING}, section 5.2.2, Corollary 5",
        "Under condition (2) max_t |mu_hat - mu_tilde| is O(sqrt(T log(T/beta)/(e^epsilon N)) sqrt(T log(T/beta)/N)) as epsilon -> "
        "infinity, T -> infinity and N in omega(T log(T/beta)).",
        Verdict.REFUTED,
        (
            against(
                "The product of roots that our copy prints is too small, whatever constant C it is multiplied by. "
                "Let N exceed E by a person, and let all be active, so that the D of condition (2) counts "
                "as infinite; S is T times the logarithm of T over beta. If nobody lies, mu_hat is off, by "
                "{truthful-dense/right = 1/(E - 1)}, {let x = E - 1}, and its square is more than the bound's, "
                "{product-fails/goal}, as soon as {product-fails/C^2 S^2 <= E}.",
                truthful.product_fails,
                limits.truthful,
            ),
            against(
                "Each of N such people lies with a probability of the inverse of N, and the logarithm of the "
                "probability that nobody does, {truthful-often/right}, is at least {truthful-often/left}.",
                truthful.often,
            ),
            against(
                "Nor is it so of theta, at any epsilon: its square is above {printed-product/left = C^2*l^2/E}, "
                "{let E = 1 + x}, as soon as {printed-product/C^2 l <= 8}, l being {surprise-at-least/left = "
                "T/N*ln(4*T/beta)}, which is positive and at most L.",
                limits.product_print,
                causes.surprise,
            ),
            besides(
                "With the first root alone theta is of that order while {printed-rate/E L <= K = E*L <= K}: its "
                "square is at most {printed-rate/right = (16 + 16/9*K)*E*L/(E - 1)^2}, {let x = E - 1}. It is not"
                " as epsilon goes to infinity, where theta stays above {printed-above/left}.",
                limits.rate,
                limits.limit,
            ),
        ),
        original=r"Corollary 5. 条件 (2) が成り立つとき, $\epsilon > 0, \beta > 0$ に対して "
        r"$$\begin{aligned} & \max_{t \in [T]} |\hat{\mu}_t - \tilde{\mu}_t| \\ & = \begin{cases} "
        r"O\left(\frac{1}{\epsilon} \sqrt{\frac{T \log(T/\beta)}{N}}\right) & \text{as } \epsilon "
        r"\rightarrow +0, \\ O\left(\sqrt{\frac{T \log(T/\beta)}{\exp(\epsilon)N}} \sqrt{\frac{T "
        r"\log(T/\beta)}{N}}\right) & \text{as } \epsilon \rightarrow +\infty \end{cases} \\ & "
        r"\text{as } T \rightarrow +\infty, N \in \omega(T \log(T/\beta)).",
        answer="False as printed: let N be above E, let all be active, and let nobody lie. Then the error is "
        "{truthful-dense/right = 1/(E - 1)}, {let x = E - 1}. Let S be T times the logarithm of T over "
        "beta, and l be {surprise-at-least/left = T/N*ln(4*T/beta)}. The error exceeds C times the printed "
        "product if {product-fails/C^2 S^2 <= E}, and theta exceeds it at every epsilon if "
        "{printed-product/C^2 l <= 8}.",
        answer_in_japanese="印刷のままでは誤り: N が E より大きく, 全員がアクティブで誰も反転しないとき, 誤差は "
        "{truthful-dense/right = 1/(E - 1)} であり ({let x = E - 1}), "
        "{product-fails/C^2 S^2 <= E} となれば印刷された積の C 倍を超える (S は T に T と beta "
        "の比の対数を掛けた値). theta も, l を {surprise-at-least/left = T/N*ln(4*T/beta)} "
        "として {printed-product/C^2 l <= 8} ならば任意の epsilon でこれを超える.",
    ),
    Entry(
        "counting.cor-5-small",
        f"{COUNTING}, section 5.2.2, Corollary 5",
        "Under condition (2) max_t |mu_hat - mu_tilde| is O(sqrt(T log(T/beta)/N)/epsilon) as epsilon -> 0, T -> infinity and N in "
        "omega(T log(T/beta)).",
        Verdict.HOLDS,
        (
            as_printed(
                "Of mu_tilde it is so without (2), by Claim 1 with theta*: {claim-1/goal}, and of mu under (2), {thm-5/goal}.",
                reporters.report_tail,
                reporters.claim_1,
                causes.by_causes,
            ),
            as_printed(
                "If {theta-order/L <= 1} the square of theta* is at most {theta-order/right = 4*K^2*L}, {let K = (2 + "
                "x)/x}; K is at most {contrast-order/right}, and L at most {surprise-order/right}, if "
                "{surprise-order/l <= 1/2}, l being {surprise-at-least/left = T/N*ln(4*T/beta)}.",
                orders.corollary_3,
                causes.surprise,
            ),
        ),
    ),
    Entry(
        "counting.sec-5.2.3",
        f"{COUNTING}, section 5.2.3",
        "For large enough epsilon Glance's upper bound falls below Harmony's lower bound.",
        Verdict.CORRECTED,
        (
            against(
                "Not everywhere: in the source's own experiment Glance's bound, that of Theorem 5, is no less than "
                "Harmony's at every epsilon and every beta, as there {bounds-never-cross/few = 9*N*(T - 1) <= "
                "256*T^2*A}, A being the first logarithm in {logarithm-splits/right}.",
                crossing.never,
                crossing.logarithms,
                crossing.experiment,
                causes.surprise,
            ),
            instead(
                "In Theorem 5's bound theta tends to {printed-above/left}, as it is above that and at most "
                "{printed-below/right = 4/3*L + (4/3*L + 6)/(E - 1)}, {let x = E - 1}; and the square of Harmony's "
                "bound tends to {lower-order-constant/left} times its logarithm: so it is where the limit of the first "
                "bound is below that of the second.",
                limits.limit,
                lower.variance,
                lower.grows,
            ),
        ),
        original=r"十分に大きな ϵ が与えられたとき, 提案法の誤差の上界が Harmony の誤差の下界を下回る",
        answer="False as printed: in the source's own experiment Glance's bound is at least Harmony's at every "
        "epsilon and beta. True is: for large epsilon it is less if its limit is less. Theta tends to "
        "{printed-above/left}, and the square of Harmony's bound to {lower-order-constant/left} times its "
        "logarithm.",
        answer_in_japanese="印刷のままでは誤り: 論文自身の実験では, どの epsilon と beta でも Glance の上界は "
        "Harmony の下界を下回らない. 正しくは: Glance の上界の極限が Harmony "
        "の下界の極限より小さいとき, 十分大きな epsilon で下回る. theta は {printed-above/left} "
        "に, Harmony の下界の平方は {lower-order-constant/left} とその対数の積に収束する.",
    ),
    Entry(
        "counting.sec-5.2.3-orders",
        f"{COUNTING}, section 5.2.3",
        "But for logarithms Glance's upper bound and Harmony's lower bound are of one order in T and N.",
        Verdict.HOLDS,
        (
            as_printed(
                "For a fixed epsilon and {theta-order/L <= 1} the square of theta* is between {theta-least/left = 2*E*L/(E - "
                "1)^2} and {theta-order/right = 4*((E + 1)/(E - 1))^2*L}, {let x = E - 1}, and L between l, which is "
                "{surprise-at-least/left = T/N*ln(4*T/beta)}, and {surprise-order/right}, if {surprise-order/l <= 1/2}.",
                orders.corollary_3,
                causes.surprise,
            ),
            as_printed(
                "The square of Harmony's bound is a logarithm times a variance that is at least {lower-order/left = (T - 1)/N*(E/(E - 1))^2} and at "
                "most {harmony-variance-order/right = T/N*((E + 1)/(E - 1))^2}, {let x = E - 1}.",
                lower.variance,
                lower.grows,
                upper.harmony_order,
            ),
        ),
    ),
    Entry(
        "counting.fig-2",
        f"{COUNTING}, section 5.2.3, figure 2",
        "For N = 1,000,000, T = 10 and beta = 1/(2 (N+1)^2) the bounds change places at epsilon = 8.",
        Verdict.HOLDS,
        (
            as_printed(
                "Read of whole epsilons: at {before printed:4} Glance's bound is the larger one and at {behind "
                "printed:4} the smaller, so that {first whole:words} is the first of them at which it is the smaller.",
                crossing.figure_2,
            ),
            as_printed(
                "They change places and not back: they cross where Bernstein's exponent of Harmony's bound over k "
                "is L, with {figure-2/printed, k} for k, or {figure-2/theta*, k} with theta* in the place of "
                "theta, and that rises with epsilon. For odds a and b, of which b is the larger, R and U being "
                "Harmony's bounds times the excess odds, and kappa its logarithm over N, {crossing-rises/goal} if "
                "{crossing-rises/few}, as there.",
                root.solves,
                root.twice,
                root.increases,
                crossing.exponent,
                crossing.rises,
                crossing.figure_2,
            ),
            besides(
                "With theta* in the place of theta they do so too, between {figure-2/before theta*:4} and "
                "{figure-2/behind theta*:4}.",
                root.solves,
                root.twice,
                root.increases,
                crossing.exponent,
                crossing.rises,
                crossing.figure_2,
            ),
        ),
    ),
)

EXPERIMENT: tuple[Entry, ...] = (
    Entry(
        "counting.table",
        f"{COUNTING}, section 6",
        "With T = 50, N = 10,000 and beta = 0.1 mu = 0.9995 satisfies condition (2) for all epsilon in [1, 8], and mu = 0.5 "
        "does not for epsilon >= 2.5.",
        Verdict.HOLDS,
        (
            as_printed(
                "The first satisfies it at every epsilon: theta is above {printed-above/left}, the exponent there at most "
                "{printed-exponent-most/right}, and D at least that from there on, {dense-everywhere/goal}.",
                dense.everywhere,
                limits.limit,
                root.printed_exponent,
            ),
            as_printed(
                "The second does not satisfy it at any of the epsilons from {from} on that were looked at.",
                condition.experiment,
            ),
            besides(
                "It satisfies it at an epsilon of {last:3}, and not at {first:3}.",
                condition.experiment,
            ),
            besides(
                "The share in the caption of figure 3, {caption:4}, satisfies (2) as well, at all that were looked "
                "at: (2) does not tell which share was plotted.",
                condition.experiment,
            ),
        ),
    ),
    Entry(
        "counting.fig-3",
        f"{COUNTING}, section 6, figure 3",
        "Glance's mean error at mu = 0.9995 falls exponentially with epsilon, the other three approach constants from above.",
        Verdict.CORRECTED,
        (
            against(
                "Glance's at that share does not vanish either: {dense-idle/right:words} people are idle, so that "
                "if they are the same in all {dense-idle-few/T} rounds, of which the source says nothing, some "
                "rounds have no idle reporter: where n rounds have I idle reporters in all, and W of them none, "
                "{idle-per-round/goal}; and unless such a round is empty or somebody lies its error is above the "
                "share of idle people, {off-among-active/goal}. Somebody lies with a probability of at most "
                "{some-lie/right = N/E}, {let x = E - 1}.",
                floor.rounds_without_idle,
                floor.among_active,
                limits.truthful,
                dense.idle_people,
            ),
            instead(
                "What vanishes is a part of its variance in a round, {glance-in-inverse-excess/right = R/(E - 1)^2 "
                "+ R/(E - 1) + mu*(1 - mu)*(N*R - 1)/(N - 1)}, {let x = E - 1}; the last summand does not depend "
                "on epsilon.",
                exact.glance,
                truthful.faster,
            ),
            besides(
                "Harmony's variance is {harmony-in-inverse-excess/right = (2*T - 1)/(N*(E - 1)^2) + (T + 2*mu*(T - "
                "1))/(N*(E - 1)) + mu*(T - 1)/N}, {let x = E - 1}: at both shares it falls to a positive constant.",
                exact.harmony,
                truthful.faster,
            ),
        ),
        original=r"Glance-DS 以外の Err は正の定数に向かって上から漸近しているが, Glance-DS の Err は ϵ に"
        r"対して指数的小さくなっている",
        answer="False as printed: Glance's error at this share does not vanish if the same people are idle in all "
        "rounds. True is: its variance in a round is {glance-in-inverse-excess/right = R/(E - 1)^2 + R/(E - "
        "1) + mu*(1 - mu)*(N*R - 1)/(N - 1)}, {let x = E - 1}. The last summand does not depend on epsilon, "
        "and the others vanish as epsilon grows.",
        answer_in_japanese="印刷のままでは誤り: 同じユーザーが全ラウンドで非アクティブならば, この割合での Glance "
        "の誤差は消えない. 正しくは: 各ラウンドの分散 "
        "{glance-in-inverse-excess/right = R/(E - 1)^2 + R/(E - 1) + mu*(1 - mu)*(N*R - 1)/(N - 1)}"
        " のうち ({let x = E - 1}), 最後の項は epsilon によらず, 残りの項だけが消える.",
        also=(floor.certain,),
    ),
    Entry(
        "counting.sec-6-i",
        f"{COUNTING}, section 6, (i)",
        "Where condition (2) holds, Glance's error falls faster with epsilon than Harmony's.",
        Verdict.CORRECTED,
        (
            against(
                "Read of standard deviations it is not so in the sparse case: where nobody is active and D counts "
                "as infinite, Harmony's variance falls by the larger factor from any epsilon to a larger one, from "
                "y to z, y being the inverse of the excess odds, {falls-slower/goal}.",
                exact.glance,
                exact.harmony,
                truthful.faster,
                truthful.sparse,
            ),
            instead(
                "In the dense case, in which the source looks at it, Glance's variance is R times the square of y "
                "and y added up, and f, where y is the inverse of the excess odds and f does not depend on "
                "epsilon, {glance-in-inverse-excess/right}, and Harmony's a polynomial in y with the coefficients "
                "h2, h1 and h0, {harmony-in-inverse-excess/right}.",
                exact.glance,
                exact.harmony,
                truthful.faster,
            ),
            instead(
                "If {falls-faster/h2 <= h1}, {falls-faster/f >= 0} and {falls-faster/f h1 < R h0}, then from any epsilon to a larger one, from y to z, Glance's falls by "
                "the larger factor: {falls-faster/goal}.",
                truthful.faster,
            ),
            instead(
                "In the source's experiment it is so: {dense-coefficients/goal} and {dense-floor/goal}.",
                truthful.experiment,
            ),
        ),
        original=r"(i) 条件 (2) が成り立つとき, Glance の誤差が ϵ の増加に対して, Harmony の誤差よりも, 早"
        r"く小さくなる",
        answer="False as printed: let epsilon grow, so that the inverse of the excess odds falls from y to z. If "
        "nobody is active, Harmony's variance falls by the larger factor, {falls-slower/goal}. True is: in "
        "the dense case Glance's variance falls by the larger factor, {falls-faster/goal}, if "
        "{falls-faster/h2 <= h1}, {falls-faster/f >= 0} and {falls-faster/f h1 < R h0}.",
        answer_in_japanese="印刷のままでは誤り: 誰もアクティブでないときは, Harmony "
        "の分散のほうが大きな比率で減少する: {falls-slower/goal}. 正しくは: 密な場合, "
        "{falls-faster/h2 <= h1}, {falls-faster/f >= 0}, {falls-faster/f h1 < R h0} ならば "
        "Glance の分散のほうが大きな比率で減少する: {falls-faster/goal}.",
    ),
    Entry(
        "counting.sec-6-ii",
        f"{COUNTING}, section 6, (ii)",
        "Glance's error falls faster with epsilon where condition (2) holds than where it does not.",
        Verdict.HOLDS,
        (
            as_printed(
                "Read of standard deviations, of different shares of active people: only a part of the variance, "
                "{glance-in-inverse-excess/right}, depends on mu, by the product of the shares of active and of "
                "idle people, which is the smaller the nearer mu is to either end, where (2) holds by "
                "{@counting.fig-1}, and that does not depend on epsilon. Where it is larger by h0 the other "
                "variance falls by the larger factor from any epsilon to a larger one, from y to z: "
                "{falls-with-less-floor/goal}.",
                exact.glance,
                truthful.faster,
                condition.figure_1,
            ),
        ),
    ),
)
