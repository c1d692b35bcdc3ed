// The look of the page, inside the page: no network, light and dark, phone and paper.
#pragma once

namespace tycho::report {

inline constexpr const char* kPageStyle = R"css(
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2024;--soft:#5b6470;--line:#d8dce2;--panel:#f5f6f8;
--grid:#e3e6ea;--accent:#0b63a5;--good:#116b4c;--good-bg:#e2f4ec;--bad:#a3260b;--bad-bg:#fde8e2;
--warn:#7a4d00;--warn-bg:#fdf1d8;--extra:#5a3e8c;--extra-bg:#eee8f8}
@media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e6e9ed;--soft:#9da7b3;--line:#343a42;
--panel:#1d2127;--grid:#31373f;--accent:#6db8f2;--good:#6fd3a8;--good-bg:#16322a;--bad:#ff9b82;
--bad-bg:#40201a;--warn:#f0c264;--warn-bg:#3a2f16;--extra:#c3aef0;--extra-bg:#2c2540}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:.2em 0 .6em}
h2{font-size:1.45rem;margin:2.6em 0 .6em;padding-bottom:.25em;border-bottom:2px solid var(--line)}
h3{font-size:1.15rem;margin:2.2em 0 .5em}
h4{font-size:1rem;margin:1.6em 0 .4em}
p{max-width:46rem;margin:.6em 0}
.notice,.fact,p,li,summary{overflow-wrap:anywhere}td:not(.num){overflow-wrap:break-word;min-width:6rem}
a{color:var(--accent)}
nav{background:var(--panel);border:1px solid var(--line);border-radius:8px;padding:.8rem 1.2rem;margin:1.5rem 0}
nav ul{margin:.2em 0;padding-left:1.2em}
nav>ul{padding-left:0;list-style:none}nav details ul{columns:18rem}
nav li li{break-inside:avoid}nav li{margin:.15em 0}nav details{margin:0}nav summary{font-weight:400}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.7rem;margin:1.2rem 0}
.fact{border:1px solid var(--line);border-left:4px solid var(--line);border-radius:6px;padding:.6rem .8rem;background:var(--panel)}
.fact b{display:block;font-size:1.35rem;line-height:1.25;font-variant-numeric:tabular-nums}
.fact span{display:block;font-size:.85rem;color:var(--soft)}
.notice{border-left:4px solid var(--line);background:var(--panel);border-radius:4px;padding:.6rem .9rem;margin:.8rem 0}
.good{--tone:var(--good);--tone-bg:var(--good-bg)}.bad{--tone:var(--bad);--tone-bg:var(--bad-bg)}
.warning,.noisy,.skipped{--tone:var(--warn);--tone-bg:var(--warn-bg)}.extrapolated{--tone:var(--extra);--tone-bg:var(--extra-bg)}
.fact.good,.fact.bad,.fact.warning{border-left-color:var(--tone)}
.fact.good b,.fact.bad b,.fact.warning b{color:var(--tone)}
.notice.good,.notice.bad,.notice.warning{border-left-color:var(--tone);background:var(--tone-bg)}
.scroll{overflow-x:auto;margin:.6rem 0 1.2rem;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .65rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tr:last-child td{border-bottom:0}
th{background:var(--panel);font-weight:600}
th.num,td.num{text-align:right}td.num{white-space:nowrap}
main>.scroll :is(th,td):first-child{position:sticky;left:0;background:var(--panel)}
td.good,td.bad,td.extrapolated,td.noisy,td.skipped,td.warning{background:var(--tone-bg);color:var(--tone)}
td.good,td.bad{font-weight:600}
small{display:block;font-size:.78rem;line-height:1.35;color:var(--soft);font-weight:400;white-space:normal}
td.num small{min-width:7rem;margin-left:auto}
.caption{font-weight:600;margin:1.2rem 0 .3rem;max-width:none}
details{margin:.6rem 0}
summary{cursor:pointer;font-weight:600;padding:.3rem 0}
figure{margin:1rem 0 1.4rem;padding-bottom:.5rem;overflow-x:auto}
figure svg{width:100%;height:auto;min-width:36rem;max-width:56rem;display:block}
figcaption{position:sticky;left:0;font-size:.9rem;color:var(--soft);max-width:46rem;margin-top:.4rem}
@media print{nav{display:none}details>*{display:block}}
)css";

}  // namespace tycho::report
