import { loadFont } from './ui/loadFont.ts'
import './ui/wallet.css'
import { runWindow } from './window/runWindow.ts'

loadFont(document)
runWindow()
