/**
 * Records everything that a page writes to its console, and its errors: all of it is a fault, except what a framework says in
 * development.
 *
 * @param {{ page: import('@playwright/test').Page, dev: boolean }} parameters
 * @returns {string[]} grows while the page runs
 */
export function recordFaults({ page, dev }) {
  const faults = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (dev && !['error', 'warning'].includes(message.type())) return
    faults.push(`${message.type()}: ${message.text()}`)
  })
  return faults
}
