import { createRoot } from 'react-dom/client'
import { Page } from './Floor.jsx'

createRoot(document.getElementById('root')).render(<Page />)
