import { Component, type ComponentChildren } from 'preact';
import { common } from '../text/common.ts';

interface Props {
  readonly children: ComponentChildren;
  /** Changes when there is something new to show, which is then tried again. */
  readonly of?: unknown;
}

/** Shows its children, or that they cannot be read: what does not fit its schema must not take the rest with it. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false });
  }

  override componentDidCatch(): void {
    this.setState({ failed: true });
  }

  override render() {
    return this.state.failed ? <p class="trouble">{common.unreadable}</p> : this.props.children;
  }
}
