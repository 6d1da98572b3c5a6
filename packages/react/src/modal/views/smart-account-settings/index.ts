import { addCopy } from '../../../copy.ts'
import { smartAccountCopy } from '../../../smartAccountCopy.ts'
import { addStyles } from '../../styles/modalSheet.ts'
import styles from '../../styles/smartAccount.css?inline'
import { SmartAccountSettingsView } from './SmartAccountSettingsView.tsx'

/** Loads the view of the smart account's settings, with its texts and styles. */
export function loadSmartAccountSettings() {
  addCopy(smartAccountCopy)
  addStyles(styles)
  return SmartAccountSettingsView
}
