/** Text that is already HTML and must not be escaped again. */
export type Html = { readonly html: string }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Tagged template for HTML: escapes strings and numbers, inserts `Html` and lists of it unchanged, skips undefined. */
export function html(parts: TemplateStringsArray, ...values: (Value | readonly Value[])[]): Html {
  const text = parts.map((part, index) => `${part}${index < values.length ? write(values[index]) : ''}`)
  return { html: text.join('') }
}

type Value = string | number | Html | undefined

function write(value: Value | readonly Value[]): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map(write).join('')
  if (typeof value === 'object') return (value as Html).html
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
