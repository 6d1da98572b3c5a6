/** The icon of the Bitcoin test wallets. */
export const bitcoinIcon = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#e8890c"/>' +
    '<path d="M36 26h16c8 0 13 4 13 10.500c0 4-2 7-6 8.500c5 1.500 8 5 8 10c0 8-6 12-14 12H36z" fill="none" ' +
    'stroke="#fff" stroke-width="7"/><path d="M36 46h18M42 18v10M52 18v10M42 66v12M52 66v12" stroke="#fff" ' +
    'stroke-width="6"/></svg>',
)}`
