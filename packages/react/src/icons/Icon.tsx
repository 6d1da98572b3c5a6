import { LineIcon } from './LineIcon.tsx'
import type { viewIcons } from './viewIcons.ts'

/** The icons of the card and of Connect; those of other views are in `viewIcons.ts`. */
const cardIcons = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  help: 'M9.3 9.2a2.8 2.8 0 1 1 4 2.6c-.8.4-1.3 1-1.3 1.9M12 17h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v.01M14 20v.01',
  wallet: 'M4 7h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 7a2 2 0 0 1 2-2h10v2M16 13.5h.01',
  warning: 'M12 4L2.800 19.500h18.400zM12 10v4M12 17h.01',
} satisfies Record<string, string>

export type IconName = keyof typeof cardIcons | keyof typeof viewIcons

const paths: Partial<Record<IconName, string>> = { ...cardIcons }

/** Adds the icons of the other views. A view that uses one must not render before. */
export function addIcons(icons: typeof viewIcons): void {
  Object.assign(paths, icons)
}

/** Renders a line icon. Decorative: the control around it has the accessible name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number | undefined }) {
  const isArrow = name === 'back' || name === 'chevron' || name === 'exit'
  return <LineIcon path={paths[name]} size={size} isMirrored={isArrow} />
}
