(* What the generated proofs apply: how a sum of products of facts shows a relation, and the facts of analysis. *)

From Coq Require Export Reals Lra Lia List.
From Interval Require Export Tactic.
Export ListNotations.
Open Scope R_scope.

(* Numbers: what is about constants alone is decided by linear arithmetic, or by intervals. *)

Ltac tight := first [ field | apply Req_le; field ]; repeat split; lra.
Ltac least :=
  repeat match goal with
  | |- context [Rmin ?a ?b] =>
      first [ rewrite (Rmin_left a b) by first [lra | interval]
            | rewrite (Rmin_right a b) by first [lra | interval] ]
  end.
Ltac evident_here :=
  first [ lra | interval | apply Rgt_not_eq; interval | apply Rlt_not_eq; interval | solve [tight]
        | interval with (i_prec 200) ].
Ltac evident := first [ assumption | exact I | evident_here | (split; evident) ].
Ltac nonzero :=
  repeat first [ split | assumption | apply Rmult_integral_contrapositive_currified | apply pow_nonzero ]; evident.

(* At a point: what is about numbers alone holds or does not. *)

Ltac holds := least; first [ exact I | evident_here ].
Ltac fails :=
  least; first [ lra | apply Rlt_not_le; holds | apply Rle_not_lt; holds
               | apply Rlt_not_eq; holds | apply Rgt_not_eq; holds ].

Lemma generator : forall e : R, exists g, g = e.
Proof. intro e; exists e; reflexivity. Qed.

(* Signs of slacks, products and sums. *)

Lemma slack_le : forall l r, l <= r -> 0 <= r - l.
Proof. intros; lra. Qed.
Lemma slack_lt : forall l r, l < r -> 0 < r - l.
Proof. intros; lra. Qed.
Lemma slack_eq : forall l r : R, l = r -> r - l = 0.
Proof. intros; lra. Qed.
Lemma square : forall a, 0 <= a * a.
Proof. intro; apply Rle_0_sqr. Qed.
Lemma zero_times : forall a b : R, b = 0 -> a * b = 0.
Proof. intros a b ->; ring. Qed.
Lemma zero_plus : forall a b : R, a = 0 -> b = 0 -> a + b = 0.
Proof. intros; lra. Qed.
Lemma zero_is_nonnegative : forall a : R, a = 0 -> 0 <= a.
Proof. intros; lra. Qed.

(* A multiple of the slack, by what is above 0, is a sum of products. *)

Lemma divided : forall t x, 0 < t -> 0 < t * x -> 0 < x.
Proof.
  intros t x Ht Hx; apply (Rmult_lt_reg_l t); [assumption | rewrite Rmult_0_r; assumption].
Qed.
Lemma divided_le : forall t x, 0 < t -> 0 <= t * x -> 0 <= x.
Proof.
  intros t x Ht Hx; apply (Rmult_le_reg_l t); [assumption | rewrite Rmult_0_r; assumption].
Qed.
Lemma less : forall t s l r, 0 < t -> 0 < s -> t * (r - l) = s -> l < r.
Proof. intros t s l r Ht Hs E; assert (0 < r - l) by (apply (divided t); lra); lra. Qed.
Lemma at_most : forall t s l r, 0 < t -> 0 <= s -> t * (r - l) = s -> l <= r.
Proof. intros t s l r Ht Hs E; assert (0 <= r - l) by (apply (divided_le t); lra); lra. Qed.
Lemma equal : forall t s l r, 0 < t -> s = 0 -> t * (r - l) = s -> l = r.
Proof.
  intros t s l r Ht Hs E; rewrite Hs in E; apply Rmult_integral in E; destruct E; lra.
Qed.
Lemma unequal_above : forall t s l r, 0 < t -> 0 < s -> t * (l - r) = s -> l <> r.
Proof. intros t s l r Ht Hs E; assert (0 < l - r) by (apply (divided t); lra); lra. Qed.
Lemma unequal_below : forall t s l r, 0 < t -> 0 < s -> t * (r - l) = s -> l <> r.
Proof. intros t s l r Ht Hs E; assert (0 < r - l) by (apply (divided t); lra); lra. Qed.

Lemma equal_then_less : forall a b c : R, a = b -> b < c -> a < c.
Proof. intros; lra. Qed.
Lemma less_then_equal : forall a b c : R, a < b -> b = c -> a < c.
Proof. intros; lra. Qed.
Lemma equal_then_at_most : forall a b c : R, a = b -> b <= c -> a <= c.
Proof. intros; lra. Qed.
Lemma at_most_then_equal : forall a b c : R, a <= b -> b = c -> a <= c.
Proof. intros; lra. Qed.
Lemma equal_then_unequal : forall a b c : R, a = b -> b <> c -> a <> c.
Proof. intros; lra. Qed.
Lemma unequal_then_equal : forall a b c : R, a <> b -> b = c -> a <> c.
Proof. intros; lra. Qed.
Lemma less_is_unequal : forall a b : R, a < b -> a <> b.
Proof. intros; lra. Qed.
Lemma equal_is_at_most : forall a b : R, a = b -> a <= b.
Proof. intros; lra. Qed.

(* Exponentials as powers of one, and roots by their squares. *)

Lemma exp_times : forall n u, exp (INR n * u) = exp u ^ n.
Proof.
  induction n as [| n IH]; intro u.
  - simpl; rewrite Rmult_0_l; apply exp_0.
  - rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; simpl; ring.
Qed.
Lemma exp_power : forall n z e u, z = Z.of_nat n -> e = IZR z * u -> exp e = exp u ^ n.
Proof. intros n z e u -> ->; rewrite <- INR_IZR_INZ; apply exp_times. Qed.
Lemma exp_power_below : forall n z e u, z = Z.of_nat n -> e = - (IZR z * u) -> exp e = / exp u ^ n.
Proof. intros n z e u -> ->; rewrite exp_Ropp, <- INR_IZR_INZ, exp_times; reflexivity. Qed.
Lemma exp_zero : forall e, e = 0 -> exp e = 1.
Proof. intros e ->; apply exp_0. Qed.
Lemma exp_nonzero : forall g u, g = exp u -> g <> 0.
Proof. intros g u ->; apply Rgt_not_eq, exp_pos. Qed.
Lemma root_square : forall o b t, 0 <= o -> o * (b * b) = t -> (sqrt o * b) * (sqrt o * b) = t.
Proof.
  intros o b t Ho <-; replace ((sqrt o * b) * (sqrt o * b)) with ((sqrt o * sqrt o) * (b * b)) by ring.
  rewrite sqrt_sqrt by assumption; reflexivity.
Qed.
Lemma root_of : forall o b r, r = sqrt o * b -> b <> 0 -> sqrt o = r / b.
Proof. intros o b r -> Hb; field; assumption. Qed.
Lemma min_same : forall a b c d : R, a = c -> b = d -> Rmin a b = Rmin c d.
Proof. intros; subst; reflexivity. Qed.
Lemma min_swapped : forall a b c d : R, a = d -> b = c -> Rmin a b = Rmin c d.
Proof. intros; subst; apply Rmin_comm. Qed.

(* Facts of analysis. *)

Lemma exp_tangent : forall u, 1 + u <= exp u.
Proof.
  intro u; destruct (Req_dec u 0) as [-> |]; [rewrite exp_0; lra | left; apply exp_ineq1; assumption].
Qed.
Lemma exp_rises : forall u v, u <= v -> exp u <= exp v.
Proof. intros u v [H | ->]; [left; apply exp_increasing; assumption | right; reflexivity]. Qed.
Lemma min_either : forall u v, (Rmin u v - u) * (Rmin u v - v) = 0.
Proof. intros; unfold Rmin; destruct (Rle_dec u v); ring. Qed.

(* Rounds: lists of them, and places in rows. *)

Lemma at_least_1 : forall j, 1 <= INR (S j).
Proof. intro j; rewrite S_INR; pose proof (pos_INR j); lra. Qed.
Lemma k_before : forall j, INR (S j) - 1 = INR j.
Proof. intro j; rewrite S_INR; ring. Qed.
Lemma power_next : forall b j, b ^ S j = b ^ j * b ^ 1.
Proof. intros; simpl; ring. Qed.
Lemma power_same : forall b j, b ^ j = b ^ j * b ^ 0.
Proof. intros; simpl; ring. Qed.
Lemma length_next : forall (A : Type) (r : A) l, INR (length (r :: l)) = INR (length l) + 1.
Proof. intros; simpl length; apply S_INR. Qed.
Ltac all_of :=
  repeat match goal with known : _ /\ _ |- _ => destruct known end; repeat split; evident.
