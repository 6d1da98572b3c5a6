import { element } from '@portico/page-server/element'
import { viewLanguage } from '../language/language.ts'
import { drawWait } from '../ui/drawWait.ts'
import type { Description } from './Description.ts'
import { drawText } from './drawText.ts'
import { headingOf } from './headingOf.ts'

export type NoticeButton = { label: string; isMain?: boolean; onPress(): void }

/** Draws a view of a heading, a sentence and buttons: progress, a failure, or a pointer to the wallet window. */
export function drawNotice({
  name,
  title,
  text,
  isWaiting = false,
  warning,
  details,
  request,
  buttons,
}: {
  name: Description['name']
  title?: Node | undefined
  text: string
  /** Whether the sentence only says what the visitor waits for. */
  isWaiting?: boolean | undefined
  /** What is wrong with the request, above the sentence. */
  warning?: string | undefined
  /** Technical details, for support. */
  details?: Node | undefined
  /** What the request says exactly, above the buttons. */
  request?: Node | undefined
  buttons: readonly NoticeButton[]
}): HTMLElement {
  const drawn = buttons.map(({ label, isMain, onPress }) => {
    const button = element('button', { type: 'button', class: isMain ? 'button main' : 'button' }, label)
    button.addEventListener('click', onPress)
    return button
  })
  return element(
    'section',
    {
      ...viewLanguage('approve'),
      class: 'view request',
      'aria-label': headingOf(name),
    },
    element('h1', { class: 'heading' }, headingOf(name)),
    ...(title ? [title] : []),
    ...(warning ? [element('p', { class: 'warning danger' }, drawText(warning))] : []),
    element('p', { class: 'notice', role: 'status' }, isWaiting ? drawWait(text) : text),
    ...(details ? [element('pre', { class: 'mono small muted' }, details)] : []),
    ...(request ? [request] : []),
    ...(drawn.length > 0 ? [element('div', { class: 'buttons' }, ...drawn)] : []),
  )
}
