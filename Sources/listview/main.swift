print("listview")
