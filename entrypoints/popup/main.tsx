import { render } from 'preact';
import { PopupPage } from '../../src/ui/popup/popup-page';
import '../../src/ui/theme.css';
import '../../src/ui/popup/popup.css';

const root = document.getElementById('app');
if (root) render(<PopupPage />, root);
