import { type CopyId, text } from '../../copy.ts'
import { Icon, type IconName } from '../../icons/Icon.tsx'

/** Explains a term in panels, each with an icon, a heading and a text. */
export function Guide({ panels }: { panels: readonly { icon: IconName; title: CopyId; help: CopyId }[] }) {
  return (
    <ul className="body panels">
      {panels.map(({ icon, title, help }) => (
        <li className="panel" key={title}>
          <span className="medal">
            <Icon name={icon} size={24} />
          </span>
          <div>
            <h2>{text(title)}</h2>
            <p>{text(help)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
