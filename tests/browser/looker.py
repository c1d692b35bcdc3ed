"""What is asked of a page of a report."""
import base64
import json
import shutil
import subprocess
import urllib.parse

MOST_BYTES = 1_500_000
DESK_PX, PHONE_PX = 1440, 390
PAPER_PX, TURNED_PX = 718, 980  # A4, and the narrower letter paper turned, without their margins
SMALLEST_PRINT_PT = 6.5
LEAST_ON_SHEET = 100  # letters of a sheet but the last; a heading alone or the end of a note has fewer
PICTURE_PX = 512

# Contrast of two CSS colours, 1 to 21, as WCAG 2 defines it.
CONTRAST = """
const light = colour => {
  const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(c => c / 255);
  const linear = parts.map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
};
const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
const paper = getComputedStyle(document.body).backgroundColor;
"""

# Tables wider than the room they have, by their captions.
CUT_TABLES = """[...document.querySelectorAll('.scroll')]
  .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
  .map(box => box.querySelector('caption').textContent + ' ' + (box.scrollWidth - box.clientWidth))"""

# Numbers and dates in cells of tables that go on in a second line: "1,02" above "4".
BROKEN_NUMBERS = """(() => {
  const number = /^[(\u00b1\u2248<>+-]*\\d[\\d.,:-]*(e[-+]?\\d+)?[%\u00d7]?[).,;:]*$/;
  const found = [];
  for (const cell of document.querySelectorAll('td, th')) {
    if (!cell.checkVisibility()) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const word of text.data.matchAll(/[^\\s\u00a0]+/g)) {
        if (!number.test(word[0])) continue;
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].filter(box => box.width > 0)
          .map(box => Math.round(box.top)));
        if (lines.size > 1) found.push(word[0] + ' (' + cell.closest('table').caption.textContent + ')');
      }
    }
  }
  return found;
})()"""


# What is printed smaller than this many points, as "size text"; drawings are scaled to the page.
SMALL_PRINT = """(least => {
  const found = [], texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement, range = document.createRange();
    range.selectNodeContents(text);
    if (!text.data.trim() || !element.checkVisibility() || range.getBoundingClientRect().width < 2) continue;
    const drawn = element.closest('svg') && element.closest('text');
    const scale = drawn ? Math.hypot(drawn.getScreenCTM().a, drawn.getScreenCTM().b) : 1;
    const points = 0.75 * scale * parseFloat(getComputedStyle(element).fontSize);
    if (points < least - 0.01) found.push(points.toFixed(1) + ' ' + text.data.trim().slice(0, 30));
  }
  return found;
})"""

# Leaves what is printed on pages of one kind: upright ("auto") or turned.
ON_PAGES = """(kind => {
  const kinds = '.scroll, details, figure, h2, p';
  for (const part of document.querySelectorAll(kinds)) part.style.display = '';
  const away = [...document.querySelectorAll(kinds)].filter(part => getComputedStyle(part).page !== kind);
  for (const part of away) if (!kind.includes('turned') || !part.querySelector('.turned, .wider')) part.style.display = 'none';
})"""


class Looker:
    def __init__(self, browser, page, scripts=None):
        self.browser, self.page, self.scripts, self.faults = browser, page, scripts, []

    def expect(self, holds, what):
        if not holds:
            self.faults.append(f"{self.page.parent.name}/{self.page.name}: {what}")

    def look(self):
        self.expect(self.page.stat().st_size < MOST_BYTES or self.scripts == 0,
                    f"has {self.page.stat().st_size} bytes, more than {MOST_BYTES}")
        self.size(DESK_PX, 900)
        self.browser.open(self.page.as_uri())
        self.quiet()
        self.figures()
        self.links()
        self.tables()
        self.folding()
        self.desk()
        self.phone()
        self.paper()
        for scheme in ("light", "dark"):
            self.readable(scheme)
        self.browser.call("Emulation.setEmulatedMedia", media="", features=[])

    def size(self, width, height, mobile=False):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                          deviceScaleFactor=1, mobile=mobile)

    def quiet(self):
        for event in self.browser.events:
            method, about = event.get("method"), event.get("params", {})
            if method in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown",
                          "Page.javascriptDialogOpening"):
                self.expect(False, f"{method}: {json.dumps(about)[:300]}")
            if method == "Network.requestWillBeSent":
                url = about["request"]["url"]
                self.expect(url == self.page.as_uri() or url.startswith("data:"),
                            f"asks for {url[:200]}")
        searched = self.browser.ask("document.querySelectorAll('table.searched').length")
        allowed = (1 if searched else 0) if self.scripts is None else self.scripts
        scripts = self.browser.ask("document.scripts.length")
        self.expect(scripts == allowed, f"has {scripts} scripts instead of {allowed}")
        self.expect(self.browser.ask("document.querySelectorAll('main img, main b b').length") == 0,
                    "a name became markup")
        for words in ("not a number%", "\u00b10%", "no such run in these results"):
            said = self.browser.ask(f"document.body.textContent.split({json.dumps(words)}).length")
            self.expect(said == 1, f"says {said - 1} times '{words}'")

    def figures(self):
        unseen = self.browser.ask("""[...document.querySelectorAll('figure')].filter(figure => {
          const svg = figure.querySelector('svg');
          if (!svg) return true;
          const box = svg.getBoundingClientRect(), drawn = svg.getBBox();
          return !(box.width > 100 && box.height > 100 && drawn.width > 100 && drawn.height > 100);
        }).map(figure => figure.id)""")
        self.expect(unseen == [], f"figures without a visible drawing: {unseen}")
        silent = self.browser.ask("""[...document.querySelectorAll('figure svg')]
          .filter(svg => !svg.getAttribute('aria-label')).length""")
        self.expect(silent == 0, f"{silent} drawings without a text")

    def links(self):
        found = self.browser.ask("""[...document.querySelectorAll('a')]
          .map(link => link.getAttribute('href'))""")
        self.expect(len(found) > 3, "has no contents")
        texts = {}
        for link in set(found):
            name, _, anchor = link.partition("#")
            target = self.page.parent / urllib.parse.unquote(name) if name else self.page
            if not target.is_file():
                self.expect(False, f"leads to {link}, which is not there")
                continue
            if anchor and target not in texts:
                texts[target] = target.read_text()
            self.expect(not anchor or f'id="{anchor}"' in texts[target],
                        f"leads to {link}: no such place")
        twice = self.browser.ask("""(() => {
          const ids = [...document.querySelectorAll('[id]')].map(element => element.id);
          return ids.filter((id, place) => ids.indexOf(id) !== place);
        })()""")
        self.expect(twice == [], f"ids that stand twice: {twice[:5]}")

    def tables(self):
        bare = self.browser.ask("""[...document.querySelectorAll('table')].filter(table =>
          !table.caption || !table.caption.textContent.trim()).length""")
        self.expect(bare == 0, f"{bare} tables without a caption")
        bare = self.browser.ask("document.querySelectorAll('th:not([scope])').length")
        self.expect(bare == 0, f"{bare} heads without a scope")

    def folding(self):
        closed, opened, shut = self.browser.ask("""(() => {
          const all = [...document.querySelectorAll('details')];
          const seen = () => all.filter(d => d.querySelector('.scroll').checkVisibility()).length;
          const press = () => all.forEach(d => d.querySelector('summary').click());
          const closed = seen(); press();
          const opened = seen(); press();
          return [closed, opened - all.length, seen()];
        })()""")
        self.expect((closed, opened, shut) == (0, 0, 0),
                    f"folding: {closed} open at first, {opened} off when opened, {shut} open again")

    def open_all(self, is_open):
        self.browser.ask("document.querySelectorAll('details').forEach(d => "
                         f"d.open = {'true' if is_open else 'false'})")

    def desk(self):
        self.open_all(True)
        wide = self.browser.ask("document.documentElement.scrollWidth")
        self.expect(wide <= DESK_PX, f"is {wide} px wide on a screen of {DESK_PX} px")
        cut = self.browser.ask(CUT_TABLES)
        self.expect(cut == [], f"tables wider than the page at {DESK_PX} px: {cut[:5]}")
        self.whole_numbers("a desk")
        self.open_all(False)

    def whole_numbers(self, where):
        broken = self.browser.ask(BROKEN_NUMBERS)
        self.expect(broken == [], f"{len(broken)} numbers are broken over two lines on {where}: {broken[:3]}")

    def phone(self):
        self.size(PHONE_PX, 800, mobile=True)
        self.open_all(True)
        wide = self.browser.ask("document.documentElement.scrollWidth")
        self.expect(wide <= PHONE_PX, f"is {wide} px wide on a screen of {PHONE_PX} px")
        off = self.browser.ask(f"""[...document.querySelectorAll('table.words td')]
          .filter(cell => cell.getBoundingClientRect().right > {PHONE_PX}).length""")
        self.expect(off == 0, f"{off} cells of tables of words are off the screen of a phone")
        mute = self.browser.ask("""[...document.querySelectorAll('figure')]
          .filter(figure => figure.scrollWidth > figure.clientWidth + 1 && figure.tabIndex < 0).length""")
        self.expect(mute == 0, f"{mute} drawings scroll on a phone and do not take the keyboard")
        small = self.browser.ask("parseFloat(getComputedStyle(document.querySelector('p')).fontSize)")
        self.expect(small >= 14, f"text of {small} px on a phone")
        self.whole_numbers("a phone")
        self.open_all(False)
        self.size(DESK_PX, 900)

    def paper(self):
        self.browser.call("Emulation.setEmulatedMedia", media="print", features=[])
        self.browser.call("Emulation.setScrollbarsHidden", hidden=True)
        for kind, room in (("auto", PAPER_PX), ("turned", TURNED_PX)):
            self.size(room, 1000)
            self.browser.ask(f"{ON_PAGES}('{kind}')")
            wide = self.browser.ask("document.documentElement.scrollWidth")
            self.expect(wide <= room, f"is {wide} px wide on paper of {room} px")
            cut = self.browser.ask(f"""[...document.querySelectorAll('table')].filter(table =>
              table.getBoundingClientRect().right > {room + 1}).map(t => t.caption.textContent)""")
            self.expect(cut == [], f"tables cut off on paper: {cut[:5]}")
            small = self.browser.ask(f"{SMALL_PRINT}({SMALLEST_PRINT_PT})")
            self.expect(small == [], f"{len(small)} texts below {SMALLEST_PRINT_PT} pt on paper: {small[:3]}")
            self.whole_numbers("paper")
        self.browser.ask("document.querySelectorAll('main *').forEach(part => part.style.display = '')")
        lost = self.browser.ask("""[...document.querySelectorAll('details')].filter(fold =>
          !(fold.querySelector('.scroll').getBoundingClientRect().height > 20)).length""")
        self.expect(lost == 0, f"{lost} folded parts are lost on paper")
        self.sheets()
        self.browser.call("Emulation.setScrollbarsHidden", hidden=False)
        self.browser.call("Emulation.setEmulatedMedia", media="", features=[])
        self.size(DESK_PX, 900)

    def sheets(self):
        """No sheet but the last is nearly empty; asked where pdftotext is installed."""
        if not shutil.which("pdftotext"):
            return
        printed = self.browser.call("Page.printToPDF", preferCSSPageSize=True)["data"]
        text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=base64.b64decode(printed),
                              check=True, capture_output=True).stdout.decode()
        letters = [len("".join(sheet.split())) for sheet in text.split("\f")[:-1]]
        empty = [f"sheet {i + 1}: {count}" for i, count in enumerate(letters[:-1]) if count < LEAST_ON_SHEET]
        self.expect(empty == [], f"nearly empty on paper, of {len(letters)} sheets: {empty}")

    def readable(self, scheme):
        self.browser.call("Emulation.setEmulatedMedia",
                          features=[{"name": "prefers-color-scheme", "value": scheme}])
        bright = self.browser.ask("(() => {" + CONTRAST + "return light(paper); })()")
        self.expect((bright > 0.5) == (scheme == "light"), f"paper is no {scheme} one")
        # 7 is WCAG's enhanced contrast for text, 4.5 its least.
        text = self.browser.ask("(() => {" + CONTRAST +
                                "return contrast(getComputedStyle(document.body).color, paper); })()")
        self.expect(text >= 7, f"contrast of text is {text:.1f} in {scheme}")
        ink = self.browser.ask("(() => {" + CONTRAST + """
          return Math.min(21, ...[...document.querySelectorAll('figure svg text')].map(text =>
            contrast(getComputedStyle(text).fill, paper))); })()""")
        self.expect(ink >= 4.5, f"least contrast of a figure's text is {ink:.1f} in {scheme}")
        # 3 is the least for what must be seen of a drawing; the grid need not.
        faint = self.browser.ask("(() => {" + CONTRAST + """
          const grid = getComputedStyle(document.documentElement).getPropertyValue('--grid').trim();
          const found = new Set();
          for (const part of document.querySelectorAll('figure svg path, figure svg polygon, figure svg use')) {
            for (const colour of [getComputedStyle(part).stroke, getComputedStyle(part).fill]) {
              if (!colour.startsWith('rgb(') || part.closest('defs')) continue;
              const own = part.getAttribute('stroke') || part.parentElement.getAttribute('stroke') || '';
              if (own.includes('--grid') || colour === paper) continue;
              if (contrast(colour, paper) < 3) found.add(colour);
            }
          }
          return [...found]; })()""")
        self.expect(faint == [], f"colours of figures too faint in {scheme}: {faint[:4]}")


def first_screen(browser, front):
    """What must be in view without scrolling."""
    looker = Looker(browser, front)
    looker.size(DESK_PX, 900)
    browser.open(front.as_uri())
    table = browser.ask("""(() => {
      const box = document.querySelector('.hero table')?.getBoundingClientRect();
      return box ? [box.top, box.bottom, box.width] : null; })()""")
    looker.expect(table and table[0] >= 0 and table[1] <= 900, f"then and now is not in view: {table}")
    picture = browser.ask("""(() => {
      const box = document.querySelector('.hero figure svg')?.getBoundingClientRect();
      return box ? [box.top, box.bottom, box.width] : null; })()""")
    looker.expect(picture and picture[0] >= 0 and picture[1] <= 900 and picture[2] >= PICTURE_PX,
                  f"the picture is not in view at {PICTURE_PX} px: {picture}")
    rows = browser.ask("document.querySelectorAll('.hero tbody tr').length")
    looker.expect(rows >= 5, f"then and now has {rows} rows")
    bad = browser.ask("""[...document.querySelectorAll('.bad')].filter(box =>
      box.getBoundingClientRect().top < 900).length""")
    looker.expect(bad == 0, f"{bad} boxes of failures in the first screen")
    return looker.faults


def opening(browser, page):
    """A paper's page opens with its results, before words of warning."""
    looker = Looker(browser, page)
    looker.size(DESK_PX, 900)
    browser.open(page.as_uri())
    top = browser.ask("document.querySelector('main table')?.getBoundingClientRect().top")
    looker.expect(top is not None and 0 <= top < 300, f"its first table is {top} px below the top")
    drawn = browser.ask("document.querySelector('main figure svg')?.getBoundingClientRect().top")
    looker.expect(drawn is not None and drawn < 900, f"its first drawing is {drawn} px below the top")
    notices = browser.ask("""[...document.querySelectorAll('.notice')].filter(box =>
      box.getBoundingClientRect().top < 900).length""")
    looker.expect(notices == 0, f"{notices} boxes of notices in the first screen")
    longest = browser.ask("""Math.max(0, ...[...document.querySelectorAll('h2 + p:not(.prose)')].map(text =>
      text.textContent.length))""")
    looker.expect(longest <= 700, f"{longest} letters before an exhibit")
    return looker.faults


def searching(browser, appendix):
    """The filter finds, and a column sorts."""
    looker = Looker(browser, appendix)
    browser.open(appendix.as_uri())
    kept, others, said = browser.ask("""(() => {
      const box = document.querySelector('.filter input');
      box.value = 'DECYK2009 langmuir';
      box.dispatchEvent(new Event('input'));
      const rows = [...document.querySelectorAll('table.searched tbody tr')];
      const shown = rows.filter(row => row.checkVisibility());
      return [shown.length,
              shown.filter(row => !/decyk2009.*langmuir/.test(row.textContent)).length,
              document.querySelector('.filter output').textContent]; })()""")
    looker.expect(kept > 0 and others == 0, f"the filter keeps {kept} rows, {others} of others")
    looker.expect(said.startswith(f"{kept} of "), f"the filter says '{said}'")
    for order in (1, -1):
        sorted_ = browser.ask("""(() => {
          const table = document.querySelector('table.searched');
          const column = [...table.tHead.rows[0].cells].findIndex(
            head => head.textContent.trim() === 'N');
          table.tHead.rows[0].cells[column].querySelector('button').click();
          const values = [...table.tBodies[0].rows].map(
            row => Number(row.cells[column].textContent.replaceAll(',', '')));
          return values.every((value, i) => i === 0 || %d * (value - values[i - 1]) >= 0);
        })()""" % order)
        looker.expect(sorted_, f"a column does not sort {'upwards' if order > 0 else 'downwards'}")
    for order in ("upwards", "downwards"):
        last = browser.ask("""(() => {
          const table = document.querySelector('table.searched');
          const column = [...table.tHead.rows[0].cells].findIndex(
            head => head.textContent.trim() === 'Threads');
          table.tHead.rows[0].cells[column].querySelector('button').click();
          const empty = [...table.tBodies[0].rows].map(row => !row.cells[column].textContent.trim());
          const first = empty.indexOf(true);
          return first > 0 && empty.slice(first).every(Boolean); })()""")
        looker.expect(last, f"empty cells of a column are not last {order}")
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(appendix.as_uri())
    rows, boxes = browser.ask("""[
      [...document.querySelectorAll('table.searched tbody tr')].filter(r => r.checkVisibility()).length,
      document.querySelectorAll('.filter').length]""")
    looker.expect(rows > 0 and boxes == 0, f"without a script: {rows} rows, {boxes} filters")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    return looker.faults
