import type { Description } from '../src/approve/Description.ts'
import { drawRequest } from '../src/approve/drawRequest.ts'

/** Draws a request as the wallet does, and returns the lines that a visitor reads, from top to bottom. */
export function drawScreen(
  description: Description,
  { host, siteName }: { host: string; siteName: string },
): string[] {
  const question = {
    description,
    origin: `https://${host}`,
    claimedName: siteName,
    notice: undefined,
    canBlock: false,
  }
  const { element } = drawRequest(question, { host: 'wallet.example' })
  const lines: string[] = []
  for (const line of element.querySelectorAll('h1,h2,p,pre,dl.facts > div,button:not([hidden])')) {
    if (line.closest('details')) continue
    line.querySelector('.unseen')?.remove()
    const [label, value] = [line.querySelector('dt'), line.querySelector('dd')]
    const text = label && value ? `${label.textContent}: ${value.textContent}` : `${line.textContent}`
    const isButton = line.tagName === 'BUTTON'
    lines.push(isButton ? `[${text}]` : line.classList.contains('danger') ? `(red) ${text}` : text)
  }
  return lines
}
