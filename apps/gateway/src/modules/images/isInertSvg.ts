const svgNamespace = 'http://www.w3.org/2000/svg'
const xlinkNamespace = 'http://www.w3.org/1999/xlink'
/** Namespaces with active elements. A prefix bound to one of them would bypass the list of element names. */
const activeNamespace = /w3\.org\/(2000\/svg|1999\/xhtml|1998\/math|1999\/xsl)|^\s*$/i

const elements = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'switch', 'title', 'desc', 'metadata', 'view', 'style', 'image'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath'],
  ...['linearGradient', 'radialGradient', 'stop', 'pattern', 'clipPath', 'mask', 'marker', 'filter'],
  ...['animate', 'animateTransform', 'animateMotion', 'mpath', 'set'],
  ...['feBlend', 'feColorMatrix', 'feComponentTransfer', 'feComposite', 'feConvolveMatrix', 'feMerge'],
  ...['feDiffuseLighting', 'feDisplacementMap', 'feDistantLight', 'feDropShadow', 'feFlood', 'feFuncA'],
  ...['feFuncB', 'feFuncG', 'feFuncR', 'feGaussianBlur', 'feMergeNode', 'feMorphology', 'feOffset'],
  ...['fePointLight', 'feSpecularLighting', 'feSpotLight', 'feTile', 'feTurbulence'],
])
/** One token of the source, except comments and CDATA sections, which `readSection` reads. */
const token =
  /<!DOCTYPE[^<>[]*>|<\?xml\s[^<>?]*\?>|<\/([A-Za-z][\w:.-]*)\s*>|<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y
const attribute = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const namedReferences: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const maxText = 1024 * 1024
const maxElements = 20_000
const maxDepth = 64
const maxSide = 4096

/**
 * Returns whether an SVG has no active content: only known elements, no script, event handler, foreign content, link,
 * entity or external style sheet, and no nested `use` (its size doubles with each level). An SVG that is not strictly
 * well-formed is refused, because a browser might parse it differently.
 *
 * @see https://www.w3.org/TR/SVG2/conform.html#secure-static-mode
 */
export function isInertSvg(bytes: Buffer): boolean {
  if (bytes.length > maxText) return false
  let source: string
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  const open: { name: string; id: string | undefined }[] = []
  const used: string[] = []
  const composite = new Set<string>()
  let count = 0
  let hasRoot = false
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const section = readSection(source, token.lastIndex)
    if (section) {
      if (section.content === undefined) return false
      if (section.kind === 'cdata' && open.at(-1)?.name === 'style' && !isInertStyle(section.content))
        return false
      token.lastIndex = section.end
      continue
    }
    const match = token.exec(source)
    if (!match) return false
    const [whole, closing, name, attributes = '', isEmpty] = match
    if (closing !== undefined) {
      if (open.pop()?.name !== closing) return false
    } else if (name !== undefined) {
      if (++count > maxElements || open.length >= maxDepth) return false
      // Exactly one root element, and it is `svg`.
      if (open.length === 0 && (hasRoot || name !== 'svg')) return false
      hasRoot = true
      if (!name.includes(':') && !elements.has(name)) return false
      const fields = readAttributes(attributes)
      if (!fields || !isInertElement(name, fields)) return false
      // Browsers allocate memory for the size of the root.
      if (open.length === 0 && (!fields.has('xmlns') || isHuge(fields))) return false
      const element = { name, id: fields.get('id') }
      const href = fields.get('href') ?? fields.get('xlink:href')
      if (name === 'use') {
        if (href) used.push(href.trim().slice(1))
        for (const { id } of [...open, element]) if (id !== undefined) composite.add(id)
      }
      if (isEmpty === '') open.push(element)
    } else if (whole.startsWith('<?xml')) {
      if (match.index > 1 || /encoding\s*=\s*(?!["']utf-8["'])/i.test(whole)) return false
    } else if (!whole.startsWith('<!DOCTYPE')) {
      const content = decode(whole)
      if (content === undefined) return false
      if (open.at(-1)?.name === 'style' && !isInertStyle(content)) return false
    }
  }
  return hasRoot && open.length === 0 && !used.some((id) => composite.has(id))
}

/**
 * Reads the comment or CDATA section that starts at `at`. `content` is undefined if it does not end, or if parsers
 * disagree on where it ends.
 */
function readSection(
  source: string,
  at: number,
): { kind: 'comment' | 'cdata'; content: string | undefined; end: number } | undefined {
  for (const [kind, start, stop] of [
    ['comment', '<!--', '-->'],
    ['cdata', '<![CDATA[', ']]>'],
  ] as const) {
    if (!source.startsWith(start, at)) continue
    const end = source.indexOf(stop, at + start.length)
    const content = end === -1 ? undefined : source.slice(at + start.length, end)
    const isAmbiguous = kind === 'comment' && /--|-$/.test(content ?? '')
    return { kind, content: isAmbiguous ? undefined : content, end: end + stop.length }
  }
  return undefined
}

function readAttributes(source: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const [, name = '', double, single] of source.matchAll(attribute)) {
    const value = decode(double ?? single ?? '')
    if (value === undefined || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

function isInertElement(element: string, fields: ReadonlyMap<string, string>): boolean {
  for (const [name, value] of fields) {
    if (/^on/i.test(name) || name === 'xml:base' || name === 'src') return false
    if (name === 'xmlns' && value !== svgNamespace) return false
    if (name.startsWith('xmlns:')) {
      if ((name === 'xmlns:xlink') !== (value === xlinkNamespace) || activeNamespace.test(value)) return false
    } else if (/(^|:)href$/i.test(name)) {
      const isPicture = element === 'image' && /^\s*data:image\/(png|jpeg|gif|webp);base64,/i.test(value)
      if (!isPicture && !/^\s*#[^\s]*\s*$/.test(value)) return false
    } else if (name === 'attributeName') {
      // An animation must not change attributes that were checked here.
      if (/href|^on|^style$|^src$|^id$/i.test(value.trim())) return false
    } else if (!isInertStyle(value)) return false
  }
  return true
}

function isHuge(fields: ReadonlyMap<string, string>): boolean {
  return ['width', 'height'].some((name) => Number.parseFloat(fields.get(name) ?? '0') > maxSide)
}

/** Returns whether CSS has no external URL and no escape that could hide one. */
function isInertStyle(css: string): boolean {
  if (/\\|@import|javascript:|expression\s*\(|image-set\s*\(|\bsrc\s*\(/i.test(css)) return false
  return [...css.matchAll(/url\s*\(\s*["']?\s*/gi)].every(({ 0: start, index }) =>
    /^(#|data:(image\/(png|jpeg|gif|webp)|font\/|application\/(x-)?font))/i.test(
      css.slice(index + start.length, index + start.length + 40),
    ),
  )
}

/** Replaces character references; returns undefined if one is not predefined in XML. */
function decode(text: string): string | undefined {
  let isValid = true
  const decoded = text.replace(/&([^;]{0,10};?)/g, (_, reference: string) => {
    const [, hex, digits, name] = /^(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));$/i.exec(reference) ?? []
    const code = hex ? Number.parseInt(hex, 16) : digits ? Number(digits) : undefined
    if (code !== undefined && code <= 0x10ffff) return String.fromCodePoint(code)
    const value = name === undefined ? undefined : namedReferences[name]
    if (value === undefined) isValid = false
    return value ?? ''
  })
  return isValid ? decoded : undefined
}
