import { addressesElementId, type ServerAddresses } from './serverAddresses.ts'

/**
 * The addresses that the server wrote into this page.
 *
 * @throws {Error} if the page does not come from the demo's server, as after a bare `vite build`
 */
export function readServerAddresses(page: Document): ServerAddresses {
  const text = page.getElementById(addressesElementId)?.textContent
  if (!text) throw new Error('This page does not say where its servers are: open it through `npm start`.')
  return JSON.parse(text) as ServerAddresses
}
