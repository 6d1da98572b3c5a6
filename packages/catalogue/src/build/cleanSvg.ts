const allowedElements = new Set(
  `svg g path rect circle ellipse line polyline polygon defs clipPath mask use symbol linearGradient radialGradient stop
  filter feBlend feColorMatrix feComposite feFlood feGaussianBlur feOffset feMerge feMergeNode feMorphology`.split(
    /\s+/,
  ),
)
/** Elements that are not visible. They are removed with their content. */
const removedElements = new Set(['title', 'desc', 'metadata'])
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
/** Comments, XML declarations and document types without an internal subset. */
const invisible = /<!--[\s\S]*?-->|<\?xml[^?]*\?>|<!DOCTYPE[^>[]*>/y
const inlineText = /[^<]+/y

/**
 * Sanitizes an SVG: keeps only elements and attributes of an allow list, so that the result cannot contain scripts or
 * external references.
 *
 * @returns the sanitized SVG, or undefined if it has other elements, without which it would look different.
 */
export function cleanSvg(source: string): string | undefined {
  const open: string[] = []
  let hidden = 0
  let clean = ''
  for (let at = 0; at < source.length; ) {
    const found = match(invisible, source, at) ?? match(inlineText, source, at)
    if (found) {
      // Drop text: only <text> shows it, and that is not allowed.
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
    if (hidden > 0 || removedElements.has(name)) {
      if (!isEmpty) hidden += 1
      continue
    }
    if (!allowedElements.has(name) || (clean === '') !== (name === 'svg' && open.length <= 1))
      return undefined
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

/** Returns whether a value has no external reference. Refuses entities and escapes, which could hide one. */
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

/** Adds missing namespace declarations, which a standalone SVG file needs. */
function withNamespaces(svg: string): string {
  const missing = [
    svg.includes('xmlns="http://www.w3.org/2000/svg"') ? '' : ' xmlns="http://www.w3.org/2000/svg"',
    svg.includes('xlink:href') ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : '',
  ]
  return svg.replace('<svg', `<svg${missing.join('')}`)
}
