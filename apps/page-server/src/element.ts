type Attributes = Record<string, string | true | undefined>

/**
 * Creates an element, in the browser. Strings become text nodes and are never parsed as HTML, so that text of a host page,
 * a token or a mail cannot become markup.
 *
 * @example
 * import { element } from '@portico/page-server/element'
 * const button = element('button', { type: 'button', class: 'button main' }, 'Approve')
 */
export function element<name extends keyof HTMLElementTagNameMap>(
  name: name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[name] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) created.setAttribute(key, value === true ? '' : value)
  }
  created.append(...children)
  return created
}
