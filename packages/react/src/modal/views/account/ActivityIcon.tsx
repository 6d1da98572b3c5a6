import { Icon, type IconName } from '../../../icons/Icon.tsx'
import { LineIcon } from '../../../icons/LineIcon.tsx'

/** The icons that only the activity list needs. They are loaded with it, not with the modal. */
const paths = {
  fire: 'M12 3c1 3 5 5.5 5 10a5 5 0 0 1-10 0c0-2 1-3.5 2-4.5.3 1.5 1 2.5 2 3 .5-3-.5-6 1-8.500z',
  code: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.500 6l-3 12',
} satisfies Record<string, string>

export type ActivityIconName = IconName | keyof typeof paths

/** Renders the icon of an operation. */
export function ActivityIcon({ name, size }: { name: ActivityIconName; size: number }) {
  return isOwn(name) ? <LineIcon path={paths[name]} size={size} /> : <Icon name={name} size={size} />
}

function isOwn(name: ActivityIconName): name is keyof typeof paths {
  return Object.hasOwn(paths, name)
}
