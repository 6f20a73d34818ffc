import { Page } from '../parts/page.tsx';

export default () => <Page title="lanes">…</Page>;
