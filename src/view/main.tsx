import { render } from "preact";

const root = document.getElementById("view");
if (root) render(<p>Loading the timesheet.</p>, root);
