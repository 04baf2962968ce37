import { render } from 'preact';
import { OptionsPage } from '../../src/ui/options/options-page';
import '../../src/ui/theme.css';
import '../../src/ui/options/options.css';

const root = document.getElementById('app');
if (root) render(<OptionsPage />, root);
