// The look of the pages, inside each of them: no network, light and dark, phone and paper.
#pragma once

namespace tycho::report {

inline constexpr const char* kPageStyle = R"css(
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2024;--soft:#545d69;--line:#d8dce2;--panel:#f5f6f8;
--grid:#e3e6ea;--accent:#0b63a5;--good:#116b4c;--good-bg:#e2f4ec;--bad:#a3260b;--bad-bg:#fde8e2;
--warn:#7a4d00;--warn-bg:#fdf1d8;--extra:#5a3e8c;--extra-bg:#eee8f8;--s0:#0072b2;--s1:#d55e00;
--s2:#009e73;--s3:#cc79a7;--s4:#8a63d2;--s5:#a87900;--s6:#7f7f7f;--s7:#b03a5b}
@media(prefers-color-scheme:dark){:root{--paper:#15181c;--ink:#e6e9ed;--soft:#a5aeb9;--line:#343a42;
--panel:#1d2127;--grid:#31373f;--accent:#6db8f2;--good:#6fd3a8;--good-bg:#16322a;--bad:#ff9b82;
--bad-bg:#40201a;--warn:#f0c264;--warn-bg:#3a2f16;--extra:#c3aef0;--extra-bg:#2c2540;--s0:#4fa3e0;
--s1:#f0843c;--s2:#33c79a;--s3:#e09bc2;--s4:#ae8ef0;--s5:#d0a030;--s6:#a3a3a3;--s7:#e06a8a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{min-width:0;max-width:74rem;margin:0 auto;padding:1.2rem 1.5rem 4rem}
.inner{display:grid;grid-template-columns:15.5rem minmax(0,1fr)}.inner main{margin:0;width:100%}
.front main{max-width:88rem;padding-top:.4rem}
h1{font-size:1.75rem;line-height:1.2;margin:.2em 0 .35em}
h2{font-size:1.35rem;line-height:1.3;margin:2.4em 0 .5em;padding-bottom:.25em;border-bottom:2px solid var(--line)}
h3{font-size:1.1rem;margin:1.8em 0 .4em}
p{max-width:48rem;margin:.6em 0}
.lead{border-left:3px solid var(--accent);padding-left:.7rem}
.prose{max-width:none}main li{max-width:48rem;margin:.3em 0}
.notice,.fact,p,li,summary,figcaption,caption{overflow-wrap:anywhere}
a{color:var(--accent)}
nav{font-size:.9rem;line-height:1.35}
nav ul{list-style:none;margin:0;padding:0}
nav a{text-decoration:none}nav a:hover{text-decoration:underline}
nav [aria-current]{font-weight:600;color:var(--ink)}
.front nav{padding:.6rem 1.5rem 0;max-width:88rem;margin:0 auto;font-size:.85rem}.front nav>ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}
.inner nav{position:sticky;top:0;align-self:start;height:100vh;overflow-y:auto;padding:1.3rem .8rem 2rem 1.2rem;border-right:1px solid var(--line)}
.inner nav li{margin:.3em 0}.inner nav .part{padding-left:.8rem}
.inner nav .here{font-size:.84rem;border-top:1px solid var(--line);margin-top:.8rem;padding-top:.5rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.7rem;margin:1.2rem 0}
.fact{border:1px solid var(--line);border-left:4px solid var(--line);border-radius:6px;padding:.6rem .8rem;background:var(--panel)}
.fact b{display:block;font-size:1.3rem;line-height:1.25;font-variant-numeric:tabular-nums}
.fact span{display:block;font-size:.85rem;color:var(--soft)}
.notice{border-left:4px solid var(--line);background:var(--panel);border-radius:4px;padding:.6rem .9rem;margin:.8rem 0;max-width:52rem}
.good{--tone:var(--good);--tone-bg:var(--good-bg)}.bad{--tone:var(--bad);--tone-bg:var(--bad-bg)}
.warning,.noisy,.skipped{--tone:var(--warn);--tone-bg:var(--warn-bg)}.extrapolated{--tone:var(--extra);--tone-bg:var(--extra-bg)}
.fact.good,.fact.bad,.fact.warning{border-left-color:var(--tone)}
.fact.good b,.fact.bad b,.fact.warning b{color:var(--tone)}
.notice.good,.notice.bad,.notice.warning{border-left-color:var(--tone);background:var(--tone-bg)}
.scroll{overflow-x:auto;margin:.6rem 0 .3rem;border:1px solid var(--line);border-radius:6px;max-width:max-content;min-width:min(100%,22rem)}
.scroll:focus-visible{outline:2px solid var(--accent)}
table{border-collapse:collapse;width:100%;font-size:.86rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:.45rem .65rem;background:var(--panel);border-bottom:1px solid var(--line)}
caption span{display:inline-block;position:sticky;left:.65rem;max-width:min(100%,calc(100vw - 3.4rem))}
details caption{position:absolute;width:1px;height:1px;overflow:hidden;padding:0;border:0}
th,td{overflow-wrap:break-word;padding:.35rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);font-weight:400}
tbody tr:last-child>*{border-bottom:0}
thead th{background:var(--panel);font-weight:600;vertical-align:bottom}
th.num,td:not(.t){text-align:right;overflow-wrap:normal}
td:not(.t),tbody th.num,td span,th span{white-space:nowrap}
tbody th{position:sticky;left:0;background:var(--panel)}
tbody th:not(.num),td.t{min-width:6.4rem}
.searched,details table{font-size:.77rem}
:is(.searched,details table) :is(th,td){padding:.22rem .35rem}
.searched :is(tbody th,td.t){min-width:4rem}.searched tbody th{min-width:8rem}
:is(.searched,details table) small{font-size:.7rem}
table.wide{font-size:.69rem}table.wide thead th{overflow-wrap:anywhere}table.wide thead small{overflow-wrap:normal}table.wide :is(th,td){padding:.2rem .2rem}table.wide tbody th:not(.num){min-width:5.5rem}table.wider{font-size:.62rem}table.wider small{font-size:.58rem}table.wide small{font-size:.63rem}
thead button{all:unset;cursor:pointer;font:inherit;display:inline-block}thead button:focus-visible{outline:2px solid var(--accent)}
thead button::after{content:"\2195";color:var(--soft);padding-left:.3em;font-weight:400}
[aria-sort=ascending] button::after{content:"\2191"}[aria-sort=descending] button::after{content:"\2193"}
td.good,td.bad,td.warning{background:var(--tone-bg);color:var(--tone)}
td.extrapolated,td.noisy,td.skipped{color:var(--tone)}
td.good,td.bad{font-weight:600}
small{display:block;font-size:.78rem;line-height:1.3;color:var(--soft);font-weight:400;white-space:normal}
.below{font-size:.84rem;color:var(--soft);max-width:60rem;margin:.2rem 0 1.2rem}
details{margin:.6rem 0}
summary{cursor:pointer;font-weight:600;padding:.3rem 0;color:var(--accent)}summary small{display:inline;margin-left:.4em}
figure{margin:1rem 0 1.2rem;overflow-x:auto}
figure:focus-visible{outline:2px solid var(--accent)}
figure svg{width:100%;height:auto;min-width:34rem;max-width:56rem;display:block}
figure svg[viewBox^="0 0 11"]{max-width:70rem}
figcaption{position:sticky;left:0;font-size:.88rem;color:var(--soft);max-width:48rem;margin-top:.3rem}
.hero{display:grid;grid-template-columns:minmax(0,1fr) 32rem;gap:1.6rem;align-items:start}
.hero.alone{grid-template-columns:minmax(0,1fr)}
.hero .scroll{max-width:none;margin-top:.2rem}.hero table{font-size:.8rem;line-height:1.3}.hero :is(th,td){padding:.24rem .45rem}.hero small{font-size:.72rem}.hero tbody th{width:10rem}.hero td:not(.t){font-weight:600}.front h1{font-size:1.6rem}.front h1+p{max-width:none;margin:.3em 0;font-size:.9rem;color:var(--soft)}.hero figure{margin:.3rem 0}.hero figure svg{min-width:0;max-width:32rem}
.strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem}
.strip figure{margin:0}.strip figure svg{min-width:0}
.strip.times{grid-template-columns:repeat(auto-fill,minmax(13rem,1fr))}.hero .strip.times{grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:.5rem}
.hero .strip figcaption{font-size:.8rem}p:has(+.strip){max-width:none}
@media(min-width:80rem){.front main>figure{display:grid;grid-template-columns:minmax(0,60rem) minmax(0,1fr);gap:1.8rem}.front main>figure>figcaption{position:static;margin-top:2.4rem}}
.charts{display:grid}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(14.5rem,1fr));gap:1rem;margin:1rem 0}
.card{border:1px solid var(--line);border-radius:8px;padding:.2rem 1rem .6rem;background:var(--panel)}
.card h3{margin:.6rem 0 .2rem}.card p{font-size:.9rem;margin:.3rem 0}
.filter{position:sticky;top:0;z-index:2;background:var(--paper);padding:.6rem 0}
.filter input{font:inherit;padding:.3rem .5rem;width:min(24rem,70vw);color:inherit;background:var(--panel);border:1px solid var(--soft);border-radius:5px}
@media(max-width:68rem){.hero{grid-template-columns:minmax(0,1fr)}}
@media(max-width:56rem){.inner{display:block}.inner nav{position:static;height:auto;border:0;padding:.6rem 1rem 0}
.inner nav>ul{display:flex;flex-wrap:wrap;gap:.1rem 1rem}.inner nav .here{display:none}main{padding:.8rem 1rem 3rem}.front nav{padding:.6rem 1rem 0}}
@media(max-width:40rem){.hero>div:last-child:not(:first-child){order:-1}h1{font-size:1.4rem}tbody th:not(.num){min-width:8rem}figure svg[viewBox^="0 0 11"]{min-width:52rem}.strip figure svg,.hero figure svg{min-width:0}figure.wide figcaption::after{content:" The drawing scrolls sideways."}.strip.times{grid-template-columns:repeat(auto-fill,minmax(6.5rem,1fr));gap:.5rem}main>ul{padding-left:1.2rem}table.wide thead th{overflow-wrap:normal}table.words,.words tbody,.words tr,.words td,.words tbody th{display:block}
.words caption{display:block}.words thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.words tr{border-bottom:2px solid var(--line);padding:.3rem 0}.words td,.words tbody th{width:auto!important;border:0;text-align:left;position:static;white-space:normal;min-width:0}
.words td[data-head]:not(:empty)::before{content:attr(data-head);display:block;font-size:.76rem;color:var(--soft);font-weight:600}
.words td:empty{display:none}}
@page{margin:10mm}@page turned{size:landscape}
@media print{body{font-size:9.5pt}.inner{display:block}nav,.filter,.below a{display:none!important}main{max-width:none;padding:0}
details::details-content{content-visibility:visible!important;display:block!important;height:auto!important}
.scroll,figure{overflow:visible;max-width:none;border-radius:0}figure,tr{break-inside:avoid}h2,h3,caption,summary,thead,details>p,:is(h2,h3)+p,:is(h2,h3)+p+p,.lead,.notice,tbody tr:nth-child(-n+2){break-after:avoid}.below,tbody tr:nth-last-child(-n+3){break-before:avoid}p{orphans:3;widows:3}.below,figcaption{font-size:7.5pt}
table,.hero table,:is(.searched,details table){font-size:7.3pt}table.wide,table.wider{font-size:6.8pt}small,:is(.searched,details table) small,.hero small,table.wide small{font-size:6.6pt}
th,td{padding:.15rem .25rem;position:static!important;min-width:0!important}table.wide :is(th,td){padding:.1rem}
:is(.scroll,details):has(table.turned),p:has(+.scroll table.turned),p:has(+details table.turned),.turned,:is(h2,p):has(+.turned),:is(h2,p):has(+p+.turned),h2:has(+p+p+.turned),.turned+p{page:turned}.turned svg{max-height:13.6cm}
figure svg{min-width:0;max-width:100%}thead{display:table-header-group}thead button::after{content:""}
.hero{display:block}.hero tbody th{width:auto}.hero figure svg{max-width:7.5cm}.card{break-inside:avoid}}
)css";

}  // namespace tycho::report
