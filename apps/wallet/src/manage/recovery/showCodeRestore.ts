import { element } from '@portico/page-server/element'
import type { RevealedWallet } from '../../export/exportTask.ts'
import { draw } from '../draw.ts'
import { drawRevealed } from '../export/drawRevealed.ts'
import { recoveryText } from './copy.ts'
import { drawCodeForm } from './drawCodeForm.ts'

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
  const back = element('button', { type: 'button', class: 'button quiet' }, recoveryText('recovery.back'))
  back.addEventListener('click', onBack)
  const form = drawCodeForm({
    label: recoveryText('recovery.restore.submit'),
    busy: recoveryText('recovery.restore.opening'),
    async submit(text) {
      const revealed = await recover(text)
      const opened = element(
        'p',
        { role: 'status', tabindex: '-1' },
        recoveryText('recovery.restore.address', { address: revealed.address }),
      )
      const next = element('p', { class: 'muted' }, recoveryText('recovery.restore.next'))
      form.replaceWith(opened, next, drawRevealed(revealed))
      opened.focus()
      return undefined
    },
  })
  draw(
    root,
    { title: recoveryText('recovery.restore.title') },
    element('p', { class: 'muted' }, recoveryText('recovery.restore.intro')),
    form,
    back,
  )
}
