const kept = new Set(
  `svg g path rect circle ellipse line polyline polygon defs clipPath mask use symbol linearGradient radialGradient stop
  filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feOffset feMerge feMergeNode feMorphology`.split(
    /\s+/,
  ),
)
/** Says nothing to the eye: leaves with all that is in it. */
const dropped = new Set(['title', 'desc', 'metadata'])
const attributes = new Set(
  `xmlns width height viewBox preserveAspectRatio id transform fill fill-rule fill-opacity stroke stroke-width stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity clip-path clip-rule clipPathUnits
  mask maskUnits maskContentUnits mask-type filter filterUnits primitiveUnits color-interpolation-filters d x y x1 y1 x2 y2 cx
  cy r rx ry fx fy points offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod href xlink:href in in2
  result mode type values operator k1 k2 k3 k4 stdDeviation dx dy radius flood-color flood-opacity style`.split(
    /\s+/,
  ),
)
const styleProperty = /^(fill|stroke|stop|clip|mask|flood|opacity|mix-blend|color-interpolation|isolation)/

const tag = /<(\/?)([a-zA-Z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const silent = /<!--[\s\S]*?-->|<\?xml[^?]*\?>|<!DOCTYPE[^>[]*>/y
const inlineText = /[^<]+/y

/**
 * Writes a drawing anew from the elements and attributes that only draw. Whatever could run, or fetch something from
 * elsewhere, cannot be in the answer, since it is on no list.
 *
 * @returns undefined if it has elements that are not on the list: it would not look as its author meant.
 */
export function cleanSvg(source: string): string | undefined {
  const open: string[] = []
  let hidden = 0
  let clean = ''
  for (let at = 0; at < source.length; ) {
    const found = match(silent, source, at) ?? match(inlineText, source, at)
    if (found) {
      // Text is drawn by <text> only, which is on no list.
      at += found[0].length
      continue
    }
    const element = match(tag, source, at)
    if (!element) return undefined
    at += element[0].length
    const [, isEnd, name = '', list = '', isEmpty] = element
    if (isEnd) {
      if (open.pop() !== name) return undefined
      if (hidden > 0) hidden -= 1
      else clean += `</${name}>`
      continue
    }
    if (!isEmpty) open.push(name)
    if (hidden > 0 || dropped.has(name)) {
      if (!isEmpty) hidden += 1
      continue
    }
    if (!kept.has(name) || (clean === '') !== (name === 'svg' && open.length <= 1)) return undefined
    clean += `<${name}${cleanAttributes(list)}${isEmpty ? '/' : ''}>`
  }
  return open.length === 0 && clean !== '' ? withNamespaces(clean) : undefined
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

function cleanAttributes(list: string): string {
  let clean = ''
  for (const [, name = '', double, single] of list.matchAll(attribute)) {
    const value = name === 'style' ? cleanStyle(double ?? single ?? '') : (double ?? single ?? '').trim()
    if (attributes.has(name) && isInside(name, value)) clean += ` ${name}="${value}"`
  }
  return clean
}

function cleanStyle(value: string): string {
  return value
    .split(';')
    .map((part) => part.trim())
    .filter((part) => styleProperty.test(part))
    .join(';')
}

/** Whether a value stays within the drawing. Entities and escapes could spell a reference another way. */
function isInside(name: string, value: string): boolean {
  if (value === '' || /[&\\<>"]/.test(value)) return false
  if (name.endsWith('href')) return /^#[\w.-]+$/.test(value)
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg'
  return (
    !/[:@]|\/\//.test(name === 'style' ? value.replaceAll(/(^|;)[\w-]+:/g, '') : value) && hasOwnUrls(value)
  )
}

function hasOwnUrls(value: string): boolean {
  return !/url\s*\(|image|expression|import/i.test(value.replaceAll(/url\(['"]?#[\w.-]+['"]?\)/g, ''))
}

/** As a file of its own a drawing is one only if it says so. */
function withNamespaces(svg: string): string {
  const missing = [
    svg.includes('xmlns="http://www.w3.org/2000/svg"') ? '' : ' xmlns="http://www.w3.org/2000/svg"',
    svg.includes('xlink:href') ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '',
  ]
  return svg.replace('<svg', `<svg${missing.join('')}`)
}
