import type { Provider } from '../Provider.ts'

/** Returns the sentence that tells a page from one of the real provider. */
export function imitationNote({ name }: Pick<Provider, 'name'>): string {
  return `<p class="note">This page imitates ${name} on this machine.</p>`
}
