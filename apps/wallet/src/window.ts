import './ui/wallet.css'
import { runWindow } from './window/runWindow.ts'

runWindow()
