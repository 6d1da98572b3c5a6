import { language } from './language.ts'

/** Sets the language and the direction of an element of ours. In English it has the direction of the page's element around it. */
export function applyLanguage(host: HTMLElement, around: Element): void {
  const { tag, dir } = language.getState()
  host.lang = tag
  host.dir = dir ?? getComputedStyle(around).direction
}
