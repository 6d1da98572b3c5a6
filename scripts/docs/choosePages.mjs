/** Elements without content, which have no end tag. */
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
/** Elements that pages have besides those of HTML that a document needs. */
const known = new Set(
  'a abbr aside b blockquote body br button code dd del details div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html i img input kbd label legend li link main mark meta nav ol option p pre s samp section select small span strong sub summary sup svg table tbody td tfoot th thead title tr u ul wbr'.split(
    ' ',
  ),
)

/**
 * Chooses pages that together have every kind of element that the site has: the fewest that a greedy search finds. A kind is an element
 * with its classes and colour, inside of another. What axe says of an element rarely depends on more.
 *
 * @param {{ texts: ReadonlyMap<string, string>, always?: readonly string[] }} parameters `texts`: HTML by page; `always`: pages that are chosen first
 * @returns {string[]}
 *
 * @example
 * choosePages({ texts: new Map([['a.html', '<p><b>1</b></p>'], ['b.html', '<p>2</p>']]) }) // ['a.html']
 */
export function choosePages({ texts, always = [] }) {
  const kinds = new Map([...texts].map(([page, text]) => [page, kindsOf(text)]))
  const left = new Set([...kinds.values()].flatMap((own) => [...own]))
  const chosen = [...always]
  for (const page of always) for (const kind of kinds.get(page)) left.delete(kind)
  while (left.size > 0) {
    const count = (page) => [...kinds.get(page)].filter((kind) => left.has(kind)).length
    const counts = new Map([...kinds.keys()].map((page) => [page, count(page)]))
    const most = Math.max(...counts.values())
    const best = [...counts].find(([, one]) => one === most)[0]
    chosen.push(best)
    for (const kind of kinds.get(best)) left.delete(kind)
  }
  return chosen
}

/**
 * Returns the elements of a page that HTML does not have: a text such as `<origin>` that was written without marks of code, and is not shown.
 *
 * @param {string} text
 * @returns {string[]}
 *
 * @example
 * findUnknownElements('<p>https://<host>/</p>') // ['host']
 */
export function findUnknownElements(text) {
  // With their attributes, because texts in these may have the form of elements.
  const names = [...strip(text).matchAll(/<([a-z][\w-]*)(?:"[^"]*"|[^>"])*>/gi)].map(([, name]) => name)
  return [...new Set(names)].filter((name) => !known.has(name) && !name.startsWith('appkit-'))
}

function kindsOf(text) {
  const open = []
  const kinds = new Set()
  // The navigation is the same on every page.
  const main = text.slice(Math.max(text.indexOf('class="rp-doc-layout__doc'), text.indexOf('<body'), 0))
  for (const [, end, name, attributes, closed] of strip(main).matchAll(
    /<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s>=]+(?:="[^"]*")?)*)\s*(\/?)>/g,
  )) {
    if (end) {
      const at = open.findLastIndex((one) => one.name === name)
      if (at >= 0) open.length = at
      continue
    }
    const classes = / class="([^"]*)"/.exec(attributes)?.[1].replaceAll(/\d{2,}/g, '') ?? ''
    const colour = /color:[^;"]+/.exec(attributes)?.[0] ?? ''
    const kind = [name, classes, colour].join(' ')
    kinds.add(`${open.at(-1)?.kind ?? ''} > ${kind}`)
    if (!closed && !empty.has(name)) open.push({ name, kind })
  }
  return kinds
}

function strip(text) {
  return text.replaceAll(/<(script|style|svg)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
}
