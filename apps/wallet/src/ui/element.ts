type Attributes = Record<string, string | true | undefined>

/**
 * Makes an element. Text is text: nothing here becomes HTML, so nothing of a host, a token or a mail can become markup.
 *
 * @example
 * import { element } from '../ui/element.ts'
 * const button = element('button', { type: 'button', class: 'button main' }, 'Approve')
 */
export function element<name extends keyof HTMLElementTagNameMap>(
  name: name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children)
  return made
}
