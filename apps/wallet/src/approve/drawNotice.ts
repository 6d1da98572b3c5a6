import { element } from '../ui/element.ts'
import { copy } from './copy.ts'

export type NoticeButton = { label: string; isMain?: boolean; onPress(): void }

/** A view that waits or explains: a heading, a sentence, and the ways on. */
export function drawNotice({
  name,
  title,
  text,
  details,
  buttons,
}: {
  name: keyof typeof copy.headings
  title?: Node | undefined
  text: string
  /** The words of a machine, for whoever is asked for help. */
  details?: Node | undefined
  buttons: readonly NoticeButton[]
}): HTMLElement {
  const drawn = buttons.map(({ label, isMain, onPress }) => {
    const button = element('button', { type: 'button', class: isMain ? 'button main' : 'button' }, label)
    button.addEventListener('click', onPress)
    return button
  })
  return element(
    'section',
    { class: 'view request', 'aria-label': copy.headings[name] },
    element('h1', { class: 'heading' }, copy.headings[name]),
    ...(title ? [title] : []),
    element('p', { class: 'notice', role: 'status' }, text),
    ...(details ? [element('pre', { class: 'mono small muted' }, details)] : []),
    ...(drawn.length > 0
      ? [element('div', { class: drawn.length === 1 ? 'buttons one' : 'buttons' }, ...drawn)]
      : []),
  )
}
