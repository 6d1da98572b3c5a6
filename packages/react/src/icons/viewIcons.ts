/** The paths of the icons that only views other than Connect use. Loaded with the first of them. */
export const viewIcons = {
  chevron: 'M9 5l7 7-7 7',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  receive: 'M12 4v15M6 13l6 6 6-6',
  swap: 'M8 4v15M4.5 15.5L8 19l3.5-3.5M16 20V5M12.5 8.5L16 5l3.5 3.5',
  send: 'M12 20V5M6 11l6-6 6 6',
  card: 'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM3 10h18M7 14.500h3',
  trade: 'M4 8h14l-4-4M20 16H6l4 4',
  image:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 16l5-5 6 6 2-2 3 3M15.5 8.5h.01',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4',
  key: 'M15 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 12l-7 7v1h3l1-2h2v-2l2-2M16 8h.01',
  mail: 'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4.500 7l7.500 6 7.500-6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20c.8-3.500 3.500-5 7-5s6.200 1.500 7 5',
  external: 'M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
  exit: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6 12h9',
  // The namespaces, drawn for networks that run on localhost.
  eip155: 'M12 3l6 9.500-6 3.500-6-3.500zM6.500 15.800l5.500 5.700 5.500-5.700',
  solana: 'M7 5h12l-2.500 3.500h-12zM4.500 10.250h12l2.500 3.500H7zM7 15.500h12l-2.500 3.500h-12z',
  bip122:
    'M8 5.500h5.500a3 3 0 0 1 0 6H8zM8 11.500h6a3.500 3.500 0 0 1 0 7H8zM8 5.500H6.500M8 18.500H6.500M10 3v2.500M13 3v2.500M10 18.500V21M13 18.500V21',
} as const satisfies Record<string, string>
