import { addressesElementId, type ServerAddresses } from './serverAddresses.ts'

/**
 * Reads the server addresses that the demo's server embedded in the page.
 *
 * @throws {Error} if the page was not served by the demo's server, such as after a plain `vite build`
 */
export function readServerAddresses(page: Document): ServerAddresses {
  const text = page.getElementById(addressesElementId)?.textContent
  if (!text) throw new Error('This page contains no server addresses. Start the demo with `npm start`.')
  return JSON.parse(text) as ServerAddresses
}
