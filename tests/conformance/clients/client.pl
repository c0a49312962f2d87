#!/usr/bin/env perl
# A client of ldproof, written from PROTOCOL.md alone, with Perl's core modules only.

use strict;
use warnings;
use JSON::PP;
use List::Util qw(sum sum0);
use Math::BigInt;
use Math::BigRat;

my %MECHANISMS = (
    "shots.report"    => { read => \&shots,  draw => \&draw_shots,    estimates => \&estimates_shots },
    "sketch.hcms"     => { read => \&sketch, draw => \&draw_hadamard, estimates => \&estimates_sketch, hadamard => 1 },
    "sketch.cms"      => { read => \&sketch, draw => \&draw_bits,     estimates => \&estimates_sketch },
    "sketch.all_rows" => { read => \&sketch, draw => \&draw_bits,     estimates => \&estimates_sketch, all => 1 },
);
my @NAMES = sort keys %MECHANISMS;
my %ABLE = ((map { $_ => \@NAMES } qw(randomize coins inputs estimate)), decide => ["shots.report"]);
my $ZERO = Math::BigRat->new(0);
my $ONE  = Math::BigInt->new(1);
my $JSON = JSON::PP->new->ascii->allow_nonref;

sub refuse {
    my ($why, $reason) = @_;
    die { error => $why, $reason ? (reason => $reason) : () };
}

# Numbers. One is { bounds }, from bits of precision to two quotients [a, b] of whole numbers with the number between
# them: the same one twice if it is rational.

sub fraction {
    my ($text) = @_;
    $text =~ m{\A[+-]?\d+(/\d+|(\.\d+)?([eE][+-]?\d+)?)\z} or refuse("'$text' is no number");
    return Math::BigRat->new($text);
}

sub whole {
    my ($parameters, $name, $least) = @_;
    my $number = fraction($parameters->{$name} // refuse("$name is missing"));
    $number->is_int && $number >= $least or refuse("$name is no whole number from $least on");
    return $number->numify;
}

sub rational {
    my @quotient = $_[0]->parts;
    return { bounds => sub { return (\@quotient, \@quotient) } };
}

sub root {
    my ($x, $k) = @_;
    my ($num, $den) = $x->parts;
    my @roots = map { $_->copy->broot($k) } $num, $den;
    return rational(Math::BigRat->new(@roots)) if $roots[0] ** $k == $num && $roots[1] ** $k == $den;
    return { bounds => sub {
        my ($bits) = @_;
        my $found = ($num << $k * $bits)->bdiv($den)->broot($k);
        return map { [$_, $ONE << $bits] } $found, $found + 1;
    } };
}

sub exponential {
    my ($x) = @_;
    my ($num, $den) = $x->parts;
    my ($enough, %known) = 2 * $x->numify + 1;
    return { bounds => sub {
        my ($bits) = @_;
        return @{ $known{$bits} //= do {
            my @terms = map { $ONE << $bits } 0, 1;
            my @sums = @terms;
            for (my $n = 1; $n < $enough || $terms[1] > 1; $n++) {
                @terms = map { scalar(($_ * $num)->bdiv($den * $n)) } @terms;
                $terms[1]++;
                @sums = map { $sums[$_] + $terms[$_] } 0, 1;
            }
            [map { [$_, $ONE << $bits] } $sums[0], $sums[1] + $terms[1]];
        } };
    } };
}

# 1/(E + 1) and E/(E + 1)
sub lie_and_truth {
    my ($E) = @_;
    return $E->{chances} //= [map {
        my $which = $_;
        { bounds => sub { map { [$_->[$which], $_->[0] + $_->[1]] } $E->{bounds}->(@_) } };
    } 1, 0];
}

# The first base-256 digits of a probability after the point; those of 1 are 255, 255, ...
sub digits {
    my ($p, $count) = @_;
    return $p->{digits}{$count} //= do {
        my ($low, $high, $bits) = (0, 1, 8 * $count);
        while ($low != $high) {
            $bits += 64;
            ($low, $high) = map { scalar(($_->[0] << 8 * $count)->bdiv($_->[1])) } $p->{bounds}->($bits);
        }
        my $hex = substr $low->as_hex, 2;
        length $hex > 2 * $count ? "\xff" x $count : pack "H*", "0" x (2 * $count - length $hex) . $hex;
    };
}

# E for each of so many reports, from the budget of all of them; what is known of it is kept.
my %BUDGETS;

sub budget {
    my ($parameters, $shares) = @_;
    my ($name, $other) = grep { exists $parameters->{$_} } qw(epsilon odds report_odds);
    refuse("the budget is missing") unless defined $name;
    refuse("$name and $other are both given") if defined $other;
    my $text = $parameters->{$name};
    return $BUDGETS{"$name $text $shares"} //= do {
        my $number = fraction($name eq "epsilon" && $text =~ /\Aln\((.*)\)\z/ ? $1 : $text);
        my $logarithm = $name eq "epsilon" && $text !~ /\Aln/;
        $number > ($logarithm ? 0 : 1) or refuse("there is no such budget as $text");
        $logarithm ? exponential($number / $shares) : root($number, $name eq "report_odds" ? 1 : $shares);
    };
}

# Coins: { bytes, taken, own }.

sub take {
    my ($coins, $count) = @_;
    my $missing = $coins->{taken} + $count - length $coins->{bytes};
    if ($missing > 0) {
        refuse("$missing bytes are missing", "tape-exhausted") unless $coins->{own};
        read $coins->{own}, $coins->{bytes}, $missing, length $coins->{bytes};
    }
    $coins->{taken} += $count;
    return substr $coins->{bytes}, $coins->{taken} - $count, $count;
}

sub number_below {
    my ($coins, $n) = @_;
    my $k = 1;
    $k++ while $n - 1 >> 8 * ($k - 1);
    my $end = 1 << 8 * $k;
    while (1) {
        my $number = unpack "Q>", ("\0" x (8 - $k)) . take($coins, $k);
        return $number % $n if $number < $end - $end % $n;
    }
}

sub subset {
    my ($coins, $m, $T) = @_;
    my %chosen;
    for my $j ($T - $m .. $T - 1) {
        my $number = number_below($coins, $j + 1);
        $chosen{ $chosen{$number} ? $j : $number } = 1;
    }
    return \%chosen;
}

# Decisions that read side by side: a bit for each probability, all of which are in the table.
sub decisions {
    my ($coins, $table, $decoys, @chances) = @_;
    my @read = ("") x @chances;
    my @open = 0 .. $#chances;
    while (@open) {
        @open = grep {
            my $seen = $read[$_] .= my $block = take($coins, 16);
            $decoys && "\0\0\0\0" eq substr($block, -4) || grep { $seen eq digits($_, length $seen) } @$table;
        } @open;
    }
    return map { $read[$_] lt digits($chances[$_], length $read[$_]) ? 1 : 0 } 0 .. $#chances;
}

# m-shot reporting.

sub shots {
    my ($parameters) = @_;
    my ($T, $m) = map { whole($parameters, $_, 1) } qw(T m);
    my $r = fraction($parameters->{r} // "0");
    $m <= $T or refuse("m is above T");
    $r >= 0 && $r <= 1 or refuse("r is no probability");
    my $E = budget($parameters, $m);
    my %made = (T => $T, m => $m, r => $r, E => $E, chances => lie_and_truth($E), dummy => rational($r));
    return \%made;
}

sub draw_shots {
    my ($made, $states, $coins) = @_;
    $states =~ /\A[01]{$made->{T}}\z/ or refuse("'$states' is not one bit for each round", "wrong-length");
    my $chosen = subset($coins, $made->{m}, $made->{T});
    my $table = [@{ $made->{chances} }, $made->{dummy}];
    return join "", map {
        my $chance = $chosen->{$_} ? $made->{chances}[substr $states, $_, 1] : $made->{dummy};
        decisions($coins, $table, 1, $chance);
    } 0 .. $made->{T} - 1;
}

# The share of ones in each round.
sub shares {
    my ($made, $request) = @_;
    my $N = whole($request->{parameters}, "N", 1);
    my ($rounds, @others) = map { $request->{$_} // () } qw(reports counts);
    ref $rounds eq "ARRAY" && !@others or refuse("there is no list of either reports or counts");
    @$rounds <= $made->{T} or refuse("there are only $made->{T} rounds");
    return map {
        my ($ones, $bits) = $request->{reports} ? /\A[01]+\z/ && (tr/1//, length)
            : $JSON->encode($_) =~ /\A\[(\d+),(\d+)\]\z/;
        defined $bits && $ones <= $bits && $bits == $N or refuse("that is not a round of $N people");
        Math::BigRat->new("$ones/$N");
    } @$rounds;
}

# How probable a one is in state 1 and in state 0.
sub p_and_q {
    my ($made, $E) = @_;
    my $reported = Math::BigRat->new("$made->{m}/$made->{T}");
    return map { $reported * $_ / ($E + 1) + (1 - $reported) * $made->{r} } $E, 1;
}

sub estimates_shots {
    my ($made, $E, $request) = @_;
    my ($p, $q) = p_and_q($made, $E);
    my @found = map { ($_ - $q) / ($p - $q) } shares($made, $request);
    return @found if ($request->{parameters}{clipped} // "no") eq "no";
    return map { $_ < 0 ? $ZERO : $_ > 1 ? $ZERO + 1 : $_ } @found;
}

# An estimate is monotone in E, so two bounds that agree decide; with an irrational E there are no ties.
sub decisions_shots {
    my ($made, $request) = @_;
    my $theta = fraction($request->{parameters}{theta} // refuse("theta is missing"));
    my %known;
    return map {
        my ($share, $bits, $low, $high) = ($_, 32, 0, 1);
        while ($low != $high) {
            $bits *= 2;
            my $both = $known{$bits} //= [map { [p_and_q($made, Math::BigRat->new(@$_))] } $made->{E}{bounds}->($bits)];
            ($low, $high) = map { my ($p, $q) = @$_; $share - $q >= $theta * ($p - $q) ? 1 : 0 } @$both;
        }
        $low ? "up" : "down";
    } shares($made, $request);
}

# Sketches.

sub sketch {
    my ($parameters, $mechanism) = @_;
    my ($w, $d) = (whole($parameters, "w", 2), whole($parameters, "d", 1));
    $w & ($w - 1) && $mechanism->{hadamard} and refuse("w is no power of 2");
    # Of rows of bits, E is what the square root of e^epsilon is, for each row.
    my $E = budget($parameters, $mechanism->{hadamard} ? 1 : $mechanism->{all} ? 2 * $d : 2);
    return { w => $w, d => $d, E => $E, chances => lie_and_truth($E), %$mechanism };
}

sub columns {
    my ($made, $text) = @_;
    my @columns = split /,/, $text, -1;
    @columns == $made->{d} or refuse("'$text' is not one column for each of $made->{d} rows", "wrong-length");
    for (@columns) {
        /\A\d+\z/ && $_ < $made->{w} or refuse("'$_' is no column");
    }
    return @columns;
}

sub parity {
    my ($number) = @_;
    return sprintf("%b", $number) =~ tr/1// % 2;
}

sub draw_hadamard {
    my ($made, $input, $coins) = @_;
    my @columns = columns($made, $input);
    my $row = number_below($coins, $made->{d});
    my $place = number_below($coins, $made->{w});
    my ($flip) = decisions($coins, [$made->{chances}[0]], 0, $made->{chances}[0]);
    return "$row:$place," . (parity($place & $columns[$row]) ^ $flip);
}

sub draw_bits {
    my ($made, $input, $coins) = @_;
    my @columns = columns($made, $input);
    my @rows = $made->{all} ? 0 .. $#columns : number_below($coins, $made->{d});
    my @contents = map {
        my $own = $columns[$_];
        join ",", decisions($coins, $made->{chances}, 1, map { $made->{chances}[$_ == $own] } 0 .. $made->{w} - 1);
    } @rows;
    return $made->{all} ? join ";", @contents : "$rows[0]:$contents[0]";
}

# What each report says of rows: [row, content].
sub contents {
    my ($made, $report) = @_;
    my $row = -1;
    my @found = $made->{all} ? map { [++$row, [split /,/]] } split /;/, $report
        : $report =~ /\A(\d+):(.*)\z/ && $1 < $made->{d} ? [$1, [split /,/, $2]] : ();
    my $right = @found == ($made->{all} ? $made->{d} : 1);
    for (map { $_->[1] } @found) {
        my $bits = join "", $made->{hadamard} && @$_ == 2 && $_->[0] =~ /\A\d+\z/ && $_->[0] < $made->{w} ? $_->[1] : @$_;
        $right &&= $bits =~ /\A[01]+\z/ && length $bits == ($made->{hadamard} ? 1 : $made->{w});
    }
    return $right ? @found : refuse("'$report' is no report");
}

sub supports {
    my ($made, $content, $column) = @_;
    return $made->{hadamard} ? 1 - 2 * (parity($content->[0] & $column) ^ $content->[1]) : $content->[$column];
}

sub estimates_sketch {
    my ($made, $E, $request) = @_;
    my $estimator = $request->{parameters}{estimator} // "mean";
    my $c = fraction($request->{parameters}{collision} // "1/$made->{w}");
    $estimator =~ /\A(mean|median|minimum)\z/ or refuse("no estimator '$estimator'");
    $c >= 0 && $c < 1 or refuse("the collision probability is not from 0 to below 1");
    $c = $ZERO if $estimator eq "minimum";
    my ($low, $high) = $made->{hadamard} ? ($ZERO, ($E - 1) / ($E + 1)) : map { $_ / ($E + 1) } 1, $E;
    my @heard = map { contents($made, $_) } @{ $request->{reports} };
    return map {
        my @columns = columns($made, $_);
        my @rows = map {
            my $row = $_;
            my @said = map { supports($made, $_->[1], $columns[$row]) } grep { $_->[0] == $row } @heard;
            (($made->{all} ? 1 : $made->{d}) * ((sum0(@said) - @said * $low) / ($high - $low) - @said * $c) / (1 - $c));
        } 0 .. $made->{d} - 1;
        my @sorted = sort { $a <=> $b } @rows;
        $estimator eq "minimum" ? $sorted[0]
            : $estimator eq "median" ? ($sorted[$#sorted / 2] + $sorted[@sorted / 2]) / 2
            : sum(@rows) / @rows;
    } @{ $request->{columns} // refuse("columns are missing") };
}

# The protocol.

sub count {
    my ($request, $name, $most) = @_;
    my ($count) = $JSON->encode($request->{$name}) =~ /\A(\d+)\z/;
    return $count && $count <= $most ? $count : refuse("$name is no whole number from 1 to $most");
}

sub draws {
    my ($mechanism, $made, $request) = @_;
    my ($own, @inputs) = (undef, @{ $request->{inputs} // [] });
    if (exists $request->{coins}) {
        $request->{coins} =~ /\A([0-9a-f]{2})*\z/i && !exists $request->{count} or refuse("coins are not bytes alone");
        @inputs = $request->{input};
    } else {
        open $own, "<:raw", "/dev/urandom" or die "no random bytes: $!";
        @inputs = ($request->{input}) x count($request, "count", 1000) unless @inputs;
    }
    my (@outputs, @taken);
    for my $input (@inputs) {
        my $coins = { own => $own, taken => 0, bytes => $own ? "" : pack "H*", $request->{coins} };
        push @outputs, $mechanism->{draw}->($made, $input, $coins);
        push @taken, $coins->{taken};
    }
    return { outputs => \@outputs, taken => \@taken };
}

sub estimates {
    my ($mechanism, $made, $request) = @_;
    count($request, "digits", 4000) if exists $request->{digits};
    my ($low, $high) = map { Math::BigRat->new(@$_) } $made->{E}{bounds}->(128);
    my @found = $mechanism->{estimates}->($made, $low, $request);
    return { estimates => [map { $low == $high ? { exact => join "/", $_->parts } : $_->numify } @found] };
}

my $kept = "";
my $made;

sub answer {
    my ($request) = @_;
    my $op = $request->{op};
    return { protocol => 1, name => "a client in Perl", mechanisms => \@NAMES, capabilities => \%ABLE } if $op eq "describe";
    my $name = $request->{mechanism} // "";
    grep { $_ eq $name } @{ $ABLE{$op} // [] } or die { unsupported => "no $op of '$name'" };
    my $mechanism = $MECHANISMS{$name};
    my $asked = $JSON->encode([$name, $request->{parameters}]);
    $made = $mechanism->{read}->($request->{parameters}, $mechanism) if $asked ne $kept;
    $kept = $asked;
    return draws($mechanism, $made, $request) if $op eq "randomize";
    return estimates($mechanism, $made, $request) if $op eq "estimate";
    return { decisions => [decisions_shots($made, $request)] };
}

$| = 1;
while (my $line = <STDIN>) {
    my $request = $JSON->decode($line);
    my $answer = eval { answer($request) } // (ref $@ eq "HASH" ? $@ : { error => "$@" });
    print $JSON->encode({ %$answer, id => $request->{id} }), "\n";
}
