import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'

const panels = [
  { icon: 'wallet', title: 'guide.own', help: 'guide.ownHelp' },
  { icon: 'check', title: 'guide.login', help: 'guide.loginHelp' },
  { icon: 'key', title: 'guide.key', help: 'guide.keyHelp' },
] as const

/** Explains what a wallet is. */
export function WhatIsAWalletView() {
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
