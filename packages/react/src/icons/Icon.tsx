import { LineIcon } from './LineIcon.tsx'

const paths = {
  back: 'M15 5l-7 7 7 7',
  chevron: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  help: 'M9.3 9.2a2.8 2.8 0 1 1 4 2.6c-.8.4-1.3 1-1.3 1.9M12 17h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  receive: 'M12 4v15M6 13l6 6 6-6',
  trade: 'M4 8h14l-4-4M20 16H6l4 4',
  image:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 16l5-5 6 6 2-2 3 3M15.5 8.5h.01',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v.01M14 20v.01',
  wallet: 'M4 7h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 7a2 2 0 0 1 2-2h10v2M16 13.5h.01',
  warning: 'M12 4L2.800 19.500h18.400zM12 10v4M12 17h.01',
  key: 'M15 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 12l-7 7v1h3l1-2h2v-2l2-2M16 8h.01',
  mail: 'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4.500 7l7.500 6 7.500-6',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20c.8-3.500 3.500-5 7-5s6.200 1.500 7 5',
  exit: 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M10 8l-4 4 4 4M6 12h9',
} satisfies Record<string, string>

export type IconName = keyof typeof paths

/** Renders a line icon. Decorative: the control around it has the accessible name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number | undefined }) {
  const isArrow = name === 'back' || name === 'chevron' || name === 'exit'
  return <LineIcon path={paths[name]} size={size} isMirrored={isArrow} />
}
