import { element } from '@portico/page-server/element'
import type { RevealedWallet } from '../../export/exportTask.ts'
import { draw } from '../draw.ts'
import { drawRevealed } from '../export/drawRevealed.ts'
import { recoveryCopy } from './copy.ts'
import { drawCodeForm } from './drawCodeForm.ts'

const copy = recoveryCopy.restore

/** Opens a wallet with a recovery code without a login, and shows its words while a button is held. */
export function showCodeRestore({
  root,
  recover,
  onBack,
}: {
  root: HTMLElement
  recover(text: string): Promise<RevealedWallet>
  onBack(): void
}): void {
  const back = element('button', { type: 'button', class: 'button quiet' }, recoveryCopy.back)
  back.addEventListener('click', onBack)
  const form = drawCodeForm({
    label: copy.submit,
    busy: copy.opening,
    async submit(text) {
      const revealed = await recover(text)
      const opened = element('p', { role: 'status', tabindex: '-1' }, copy.address(revealed.address))
      const next = element('p', { class: 'muted' }, copy.next)
      form.replaceWith(opened, next, drawRevealed(revealed))
      opened.focus()
      return undefined
    },
  })
  draw(root, { title: copy.title }, element('p', { class: 'muted' }, copy.intro), form, back)
}
