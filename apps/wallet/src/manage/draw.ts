import { element } from '@portico/page-server/element'

/** Draws a view of the page. Focuses its heading, so that a screen reader announces it, except when the page has just loaded. */
export function draw(
  root: HTMLElement,
  { title, isFirst = false }: { title: string; isFirst?: boolean },
  ...content: readonly (Node | string)[]
): void {
  const heading = element('h1', { tabindex: '-1' }, title)
  root.replaceChildren(element('section', { class: 'view manage' }, heading, ...content))
  document.title = title
  if (!isFirst) heading.focus()
}
