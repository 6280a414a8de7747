// ListViewApp
